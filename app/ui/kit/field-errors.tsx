/** The messages under a field. `reserve` keeps a line's height, so that nothing below it jumps. */
export function FieldErrors({ id, errors, reserve }: { id: string; errors?: string[]; reserve?: boolean }) {
  if (!errors?.length) return reserve ? <p id={`${id}-error`} className="min-h-5 text-sm" /> : null;
  return (
    <p id={`${id}-error`} className="text-bad min-h-5 text-sm font-medium whitespace-pre-line">
      {errors.join("\n")}
    </p>
  );
}
