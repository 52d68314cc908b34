import { type ReactNode, useRef, useState } from "react";
import { IMAGE_HINT, IMAGE_MAX_BYTES, IMAGE_TYPES, imageRefusal } from "~/domain/kit/images/images";
import { FileField } from "~/ui/kit/file-field";
import { useHydrated } from "~/ui/kit/hydrated";

const PREVIEW_PX = 640;
const MOST = { bytes: IMAGE_MAX_BYTES, tooLarge: imageRefusal("too-large") };

/**
 * A file input for a picture. With scripts it shows a preview.
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
  const isScripted = useHydrated();
  const canvas = useRef<HTMLCanvasElement>(null);
  const chosen = useRef<File>(undefined);
  const [isShown, show] = useState(false);

  async function preview(file: File | undefined) {
    chosen.current = file;
    // Drawn on a canvas: the Content-Security-Policy allows only the shop's own pictures, no blob: URLs.
    const picture = file ? await createImageBitmap(file).catch(() => null) : null;
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
    <FileField
      label={label}
      name={name}
      hint={hint}
      accept={IMAGE_TYPES}
      most={MOST}
      errors={errors}
      autoFocus={autoFocus}
      multiple={several && isScripted}
      onChoose={(file) => void preview(file)}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label="Preview of the chosen image"
        hidden={!isShown}
        className={`mt-2 ${previewClassName}`}
      />
    </FileField>
  );
}
