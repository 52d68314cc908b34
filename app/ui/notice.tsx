import type { ReactNode } from "react";

const looks = {
  info: "bg-sunken border-line-strong text-ink",
  success: "bg-good-soft border-good text-good",
  error: "bg-bad-soft border-bad text-bad",
};

export function Notice({ kind = "info", children }: { kind?: keyof typeof looks; children: ReactNode }) {
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className={`rounded-md border px-4 py-3 ${looks[kind]}`}
    >
      {children}
    </div>
  );
}
