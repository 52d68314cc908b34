import type { Db } from "~/db/database.server";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { readPlan } from "./plan.server";

/** The delivery plan for pages that only show it; what is charged reads it anew. A change of it raises the catalogue version. */
export const cachedPlan = (db: Db) => perCatalogueVersion(db, "delivery plan", () => readPlan(db));
