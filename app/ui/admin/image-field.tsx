import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IMAGE_HINT, IMAGE_MAX_BYTES, IMAGE_TYPES, imageRefusal } from "~/domain/images/images";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useHydrated } from "~/ui/kit/hydrated";

const PREVIEW_PX = 640;

/**
 * A file input for a picture. With scripts it shows a preview, and refuses a file that is too large before the upload.
 * @param several whether several files can be chosen where scripts run; then the first is shown
 * @param previewClassName sets the preview's shape, which is that of the final place, not of the file
 */
export function ImageField({
  label,
  name,
  hint = IMAGE_HINT,
  errors,
  autoFocus = false,
  several = false,
  previewClassName,
}: {
  label: string;
  name: string;
  hint?: ReactNode;
  errors?: string[];
  autoFocus?: boolean;
  several?: boolean;
  previewClassName: string;
}) {
  const id = useId();
  const isScripted = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chosen = useRef<File>(undefined);
  const [isShown, show] = useState(false);
  /** Problems that the browser found in the chosen file; they replace `errors` until the server sends other ones. */
  const [found, setFound] = useState<{ after?: string[]; problems: string[] }>();
  const problems = found && found.after === errors ? found.problems : errors;

  useEffect(() => {
    if (errors?.length) input.current?.focus();
  }, [errors]);

  async function checkAndPreview(chooser: HTMLInputElement) {
    const file = chooser.files?.[0];
    chosen.current = file;
    const isTooLarge = [...(chooser.files ?? [])].some(({ size }) => size > IMAGE_MAX_BYTES);
    const problem = isTooLarge ? imageRefusal("too-large") : "";
    chooser.setCustomValidity(problem);
    setFound({ after: errors, problems: problem ? [problem] : [] });
    // Drawn on a canvas: the Content-Security-Policy allows only the shop's own pictures, no blob: URLs.
    const picture = file && !problem ? await createImageBitmap(file).catch(() => null) : null;
    if (chosen.current !== file) return picture?.close();
    show(picture !== null);
    if (!picture || !canvas.current) return;
    const scale = Math.min(1, PREVIEW_PX / Math.max(picture.width, picture.height));
    canvas.current.width = Math.max(1, Math.round(picture.width * scale));
    canvas.current.height = Math.max(1, Math.round(picture.height * scale));
    canvas.current.getContext("2d")?.drawImage(picture, 0, 0, canvas.current.width, canvas.current.height);
    picture.close();
  }

  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        accept={IMAGE_TYPES}
        required
        multiple={several && isScripted}
        autoFocus={autoFocus || Boolean(errors?.length)}
        aria-invalid={problems?.length ? true : undefined}
        aria-describedby={`${id}-hint${problems?.length ? ` ${id}-error` : ""}`}
        onChange={(event) => void checkAndPreview(event.currentTarget)}
        className="input file-input"
      />
      <FieldErrors id={id} errors={problems} />
      <canvas
        ref={canvas}
        role="img"
        aria-label="Preview of the chosen image"
        hidden={!isShown}
        className={`mt-2 ${previewClassName}`}
      />
    </div>
  );
}
