import { Outlet } from "react-router";
import styles from "~/styles/full.css?url";

/** The pages behind the shop's front, with the second stylesheet, which a first visit to the front does not load. */
export const links = () => [{ rel: "stylesheet", href: styles }];

export default Outlet;
