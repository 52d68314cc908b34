import { afterAll } from "vitest";
import { closeTestDatabases } from "./database";

afterAll(closeTestDatabases);
