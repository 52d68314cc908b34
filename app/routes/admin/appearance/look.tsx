import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { imageRefusal } from "~/domain/kit/images/images";
import { DEFAULT_ACCENT } from "~/domain/shop/look/look";
import { readParam } from "~/domain/kit/search-params";
import { chosenLookOf, saveLook } from "~/domain/shop/look/look.server";
import { lookSchema, parseShownLook } from "~/domain/shop/look/look.schema";
import { saveIcon, saveLogo } from "~/domain/shop/look/shop-pictures.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm, readUpload } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { IconPanel, LogoPanel } from "~/ui/admin/pictures/logo-panel";
import { LookForm } from "~/ui/admin/shop/look-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/look";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Look") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const settings = await readSettings(readDb);
  const look = chosenLookOf(settings);
  return {
    shopName: settings.shopName,
    logo: settings.logo,
    icon: settings.icon,
    typed: { ...look, accent: look.accent ?? DEFAULT_ACCENT, logoAlone: look.logoAlone ? "on" : undefined },
    shown: JSON.stringify(look),
    history: await readAudit(readDb, "look", 0),
  };
}

/** What the page shows beside the loader's data, after a form that was not saved. */
interface Refusal {
  result?: ReturnType<ReturnType<typeof parseLook>["reply"]>;
  shown?: string;
  nearest?: string;
  /** Nothing was saved, but nothing was wrong. */
  isPreview?: boolean;
  errors?: { picture: "logo" | "icon"; messages: string[] };
}

const refuse = (refusal: Refusal, status = 400) => data(refusal, { status });

/** Intents: save-look, preview; as multipart forms with file1 upload-logo, remove-logo, upload-icon, remove-icon. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "content").id;
  return isUpload(request)
    ? changePicture(request, context, staffId)
    : save(await readForm(request), context, staffId);
}

type Context = Readonly<RouterContextProvider>;

async function save(form: FormData, context: Context, staffId: number) {
  const submission = parseLook(form);
  const shown = parseShownLook(form.get("shown"));
  const kept = shown ? { shown: JSON.stringify(shown) } : {};
  if (submission.status !== "success") return refuse({ ...kept, result: submission.reply() });
  if (form.get("intent") === "preview" || form.has("take"))
    return refuse({ ...kept, result: submission.reply(), isPreview: true }, 200);

  const outcome = await saveLook(writeDb, { staffId, look: submission.value, shown });
  if (outcome.ok) return saved(context, "Look updated successfully!");
  if (outcome.reason === "unreadable") {
    const result = submission.reply({ fieldErrors: { accent: [outcome.message] } });
    return refuse({ ...kept, result, nearest: outcome.nearest });
  }
  const fieldErrors = Object.fromEntries(
    Object.entries(outcome.messages).map(([name, message]) => [name, [message]]),
  );
  return refuse({ shown: JSON.stringify(outcome.current), result: submission.reply({ fieldErrors }) });
}

/** Without scripts the text and the colour chooser can differ: the one that was changed counts. */
function parseLook(form: FormData) {
  const [accent, picked, at] = ["accent", "picked", "at"].map((name) => form.get(name));
  const offered = form.get("take");
  const typedIsAsShown = accent === at || (accent === "" && at === DEFAULT_ACCENT);
  if (offered !== null) form.set("accent", offered);
  else if (picked && picked !== at && typedIsAsShown) form.set("accent", picked);
  return parseWithZod(form, { schema: lookSchema });
}

async function changePicture(request: Request, context: Context, staffId: number) {
  const upload = await readUpload(request);
  if (upload.isTooLarge) {
    // Its fields were thrown away, so the address says which form it was.
    const isOfIcon = readParam(new URL(request.url).searchParams, "picture") === "icon";
    const messages = [imageRefusal("too-large")];
    return refuse({ errors: { picture: isOfIcon ? "icon" : "logo", messages } });
  }
  const [, verb, picture] = /^(upload|remove)-(logo|icon)$/.exec(String(upload.fields.get("intent"))) ?? [];
  if (picture !== "logo" && picture !== "icon")
    throw data("The form does not say what to do.", { status: 400 });
  const bytes = verb === "upload" ? (upload.files.get("file1") ?? new Uint8Array()) : null;
  const outcome = await (picture === "logo" ? saveLogo : saveIcon)(writeDb, { staffId, bytes }, config);
  if (!outcome.ok) return refuse({ errors: { picture, messages: [outcome.message] } });
  const name = picture === "logo" ? "Logo" : "Icon";
  return saved(context, bytes ? `${name} updated successfully!` : `${name} removed successfully!`);
}

const saved = (context: Context, text: string) =>
  redirectWithFlash(context, "/admin/appearance/look", { kind: "success", text });

export default function LookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shopName, logo, icon, typed, history } = loaderData;
  const { result, nearest, isPreview = false, errors, shown = loaderData.shown } = actionData ?? {};
  const errorsOf = (picture: "logo" | "icon") => (errors?.picture === picture ? errors.messages : undefined);
  return (
    <div className="admin-page">
      <AdminHeading>Look</AdminHeading>
      <AppearanceTabs />
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        {/* The key remounts the form when its initial values change. */}
        <LookForm
          key={`${shown} ${JSON.stringify(result?.initialValue ?? "")}`}
          shopName={shopName}
          typed={typed}
          shown={shown}
          lastResult={result}
          nearest={nearest}
          isPreview={isPreview}
        />
        <LogoPanel key={logo} shopName={shopName} logo={logo} errors={errorsOf("logo")} />
        <IconPanel key={`icon ${icon}`} icon={icon} errors={errorsOf("icon")} />
        <FormGroup title="History">
          <AuditTrail entries={history} />
        </FormGroup>
      </div>
    </div>
  );
}
