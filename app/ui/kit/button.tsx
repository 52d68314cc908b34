import type { ComponentProps } from "react";
import { Link } from "react-router";

interface Look {
  variant?: "primary" | "quiet" | "plain" | "danger";
  size?: "sm" | "md";
}

const look = ({ variant = "primary", size = "md" }: Look, extra = "") =>
  `btn btn-${variant}${size === "sm" ? " btn-sm" : ""}${extra ? ` ${extra}` : ""}`;

/** A submit button unless told otherwise. */
export function Button({ variant, size, className, ...props }: Look & ComponentProps<"button">) {
  return <button type="submit" {...props} className={look({ variant, size }, className)} />;
}

export function ButtonLink({ variant, size, className, ...props }: Look & ComponentProps<typeof Link>) {
  return <Link {...props} className={look({ variant, size }, className)} />;
}
