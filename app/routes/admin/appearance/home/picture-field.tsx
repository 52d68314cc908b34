import { ALT_MAX } from "~/domain/shop/pictures/pictures.schema";
import { ImageField } from "~/ui/admin/pictures/image-field";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";

const SHOWN = 24;

/** A picture chosen from those that were uploaded, or uploaded here. */
export function PictureField({
  field: { name, initialValue = "" },
  label,
  pictures,
  problem,
}: {
  field: { name: string; initialValue?: string | undefined };
  label: string;
  pictures: { id: number; alt: string; src: string }[];
  /** What is wrong with the uploaded file or its description. */
  problem: string | null;
}) {
  const shown = pictures.filter(({ id }, at) => at < SHOWN || String(id) === initialValue);
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-semibold">{label}</legend>
      {/* The key mounts the choices again when an uploaded picture is chosen. */}
      <div key={initialValue} id="picture" tabIndex={-1} className="flex flex-wrap gap-3">
        <label className="flex min-h-11 items-center gap-2">
          <input type="radio" name={name} value="" defaultChecked={initialValue === ""} />
          No picture
        </label>
        {shown.map(({ id, alt, src }) => (
          <label key={id} className="flex items-center gap-2">
            <input type="radio" name={name} value={id} defaultChecked={initialValue === String(id)} />
            <img src={src} alt={alt} loading="lazy" className="bg-sunken size-16 object-cover" />
          </label>
        ))}
      </div>
      <details open={problem !== null || pictures.length === 0}>
        <summary className="link w-fit">Upload another picture</summary>
        <div id="picture-file" tabIndex={-1} className="mt-3 grid gap-3">
          <ImageField
            label="Picture file"
            name="file1"
            errors={problem === null ? undefined : [problem]}
            previewClassName="max-h-40 max-w-full object-contain"
          />
          <TextField
            label="What the picture shows"
            name="alt"
            maxLength={ALT_MAX}
            hint="For people who cannot see it"
            autoComplete="off"
            dir="auto"
          />
          <div>
            <Button variant="quiet" name="intent" value="upload" formNoValidate>
              Upload and Choose
            </Button>
          </div>
        </div>
      </details>
    </fieldset>
  );
}
