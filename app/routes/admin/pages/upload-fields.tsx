import { ALT_MAX } from "~/domain/shop/pictures/pictures.schema";
import { ImageField } from "~/ui/admin/pictures/image-field";
import { TextField } from "~/ui/kit/field";
import type { PictureAnswer } from "./picture-answer";

/** The fields of a new picture. @param alt as typed, when the upload was refused */
export function UploadFields({ errors, alt }: { errors?: PictureAnswer["errors"]; alt?: string }) {
  return (
    <>
      <ImageField
        label="Picture"
        name="file1"
        errors={errors?.file1}
        previewClassName="bg-sunken border-line max-h-48 max-w-full rounded-sm border object-contain"
      />
      <TextField
        label="What it shows"
        name="alt"
        defaultValue={alt}
        errors={errors?.alt}
        hint="For people who cannot see it, such as “Our shop in Church Street”"
        maxLength={ALT_MAX}
        autoComplete="off"
        dir="auto"
        required
      />
    </>
  );
}
