import type { ComponentProps } from "react";
import { Link } from "react-router";

interface Look {
  variant?: "primary" | "quiet" | "plain" | "danger";
  size?: "sm" | "md";
}

const look = ({ variant = "primary", size = "md" }: Look, extra = "") =>
  `btn btn-${variant}${size === "sm" ? " btn-sm" : ""}${extra ? ` ${extra}` : ""}`;

/**
 * A submit button by default.
 * @param isBusy while its form is being sent: announced as unavailable but, unlike a disabled button, it keeps the focus
 */
export function Button({
  variant,
  size,
  isBusy,
  className,
  ...props
}: Look & { isBusy?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="submit"
      {...props}
      aria-disabled={isBusy || undefined}
      className={look({ variant, size }, className)}
    />
  );
}

export function ButtonLink({ variant, size, className, ...props }: Look & ComponentProps<typeof Link>) {
  return <Link {...props} className={look({ variant, size }, className)} />;
}
