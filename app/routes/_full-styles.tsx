import { Outlet } from "react-router";
import styles from "~/styles/full.css?url";

/** The pages behind the shop's front: the second stylesheet, which the front's first visit does without. */
export const links = () => [{ rel: "stylesheet", href: styles }];

export default Outlet;
