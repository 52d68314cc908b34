import { Outlet } from "react-router";
import "~/styles/full.css";

/** The pages behind the shop's front, with the second stylesheet, which a first visit to the front does not load. */
export default Outlet;
