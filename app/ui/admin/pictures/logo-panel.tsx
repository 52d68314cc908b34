import { Form } from "react-router";
import { ICON_LEAST, IMAGE_HINT } from "~/domain/kit/images/images";
import { iconFile } from "~/domain/kit/images/icons";
import { Button } from "~/ui/kit/button";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { FormGroup } from "../forms/form-group";
import { ImageField } from "./image-field";
import { Logo } from "~/ui/frame/logo";

interface PanelProps {
  errors?: string[];
}

/** The shop's logo. Posts multipart forms to the page: intent=upload-logo with file1, or intent=remove-logo. */
export function LogoPanel({
  shopName,
  logo,
  errors,
}: PanelProps & { shopName: string; logo: string | null }) {
  return (
    <FormGroup title="Logo">
      <div className="flex flex-wrap items-center gap-4">
        <Logo shopName={shopName} logo={logo} />
        <p className="text-muted text-sm">
          {logo === null ? "The shop has no logo of its own yet." : "The current logo."}
        </p>
        {logo === null ? null : <Remove intent="remove-logo" label="Remove Logo" />}
      </div>
      <Upload intent="upload-logo" label="Upload Logo">
        <ImageField
          label="New logo"
          name="file1"
          hint={`${IMAGE_HINT}. Shown on a white ground, 36 pixels high, on bills and in mails too.`}
          errors={errors}
          previewClassName="border-line max-h-24 max-w-full rounded-md border bg-white object-contain"
        />
      </Upload>
    </FormGroup>
  );
}

/** The shop's icon. Posts multipart forms to the page: intent=upload-icon with file1, or intent=remove-icon. */
export function IconPanel({ icon, errors }: PanelProps & { icon: string | null }) {
  const src = icon === null ? "/icons/icon-192.png" : `/coverpages/${iconFile(icon, 192)}`;
  return (
    <FormGroup title="Icon">
      <div className="flex flex-wrap items-center gap-4">
        <img src={src} alt="" width={48} height={48} className="rounded-md" />
        <p className="text-muted text-sm">
          {icon === null ? "The shop has no icon of its own yet." : "The current icon."}
        </p>
        {icon === null ? null : <Remove intent="remove-icon" label="Remove Icon" />}
      </div>
      <Upload intent="upload-icon" label="Upload Icon">
        <ImageField
          label="New icon"
          name="file1"
          hint={`In the browser's tab and on the home screens of phones. Square, at least ${ICON_LEAST} pixels wide; ${IMAGE_HINT}.`}
          errors={errors}
          previewClassName="border-line size-24 rounded-md border object-cover"
        />
      </Upload>
    </FormGroup>
  );
}

const MULTIPART = { method: "post", encType: "multipart/form-data", preventScrollReset: true } as const;

function Upload({ intent, label, children }: { intent: string; label: string; children: React.ReactNode }) {
  const isBusy = useIsSending(intent);
  return (
    <Form
      {...MULTIPART}
      action={intent === "upload-icon" ? "?picture=icon" : undefined}
      className="grid gap-4"
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <div>
        <Button variant="quiet" isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </Form>
  );
}

function Remove({ intent, label }: { intent: string; label: string }) {
  const isBusy = useIsSending(intent);
  return (
    <Form {...MULTIPART}>
      <Button name="intent" value={intent} variant="danger" size="sm" isBusy={isBusy}>
        {label}
      </Button>
    </Form>
  );
}
