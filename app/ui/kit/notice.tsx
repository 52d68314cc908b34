import type { ReactNode } from "react";

const looks = {
  info: "bg-sunken border-line-strong text-ink",
  success: "bg-good-soft border-good text-good",
  error: "bg-bad-soft border-bad text-bad",
};

/** @param isSilent when a toast with the same text is announced */
export function Notice({
  kind = "info",
  isSilent = false,
  children,
}: {
  kind?: keyof typeof looks;
  isSilent?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role={isSilent ? undefined : kind === "error" ? "alert" : "status"}
      className={`rounded-md border px-4 py-3 ${looks[kind]}`}
    >
      {children}
    </div>
  );
}
