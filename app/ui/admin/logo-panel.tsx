import { Form, useNavigation } from "react-router";
import { IMAGE_HINT } from "~/domain/images/images";
import { Button } from "~/ui/kit/button";
import { FormGroup } from "./form-group";
import { ImageField } from "./image-field";
import { Logo } from "~/ui/frame/logo";

/**
 * The shop's logo on the settings page. Posts multipart forms to the page: intent=upload-logo with file1, or
 * intent=remove-logo.
 */
export function LogoPanel({
  shopName,
  logo,
  errors,
}: {
  shopName: string;
  logo: string | null;
  errors?: string[];
}) {
  const isBusy = useNavigation().state !== "idle";
  const form = { method: "post", encType: "multipart/form-data", preventScrollReset: true } as const;
  return (
    <FormGroup title="Logo">
      <div className="flex flex-wrap items-center gap-4">
        <Logo shopName={shopName} logo={logo} />
        <p className="text-muted text-sm">
          {logo === null ? "The shop has no logo of its own yet." : "The current logo."}
        </p>
        {logo === null ? null : (
          <Form {...form}>
            <Button name="intent" value="remove-logo" variant="danger" size="sm" isBusy={isBusy}>
              Remove Logo
            </Button>
          </Form>
        )}
      </div>
      <Form {...form} className="grid gap-4">
        <input type="hidden" name="intent" value="upload-logo" />
        <ImageField
          label="New logo"
          name="file1"
          hint={`${IMAGE_HINT}. Shown on a white ground, 36 pixels high.`}
          errors={errors}
          previewClassName="border-line max-h-24 max-w-full rounded-md border bg-white object-contain"
        />
        <div>
          <Button variant="quiet" isBusy={isBusy}>
            Upload Logo
          </Button>
        </div>
      </Form>
    </FormGroup>
  );
}
