import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { FOOTER_MENU, FOOTER_WORDS, MAIN_MENU } from "~/domain/front/home/frame-parts";
import { readFramePart } from "~/domain/front/home/frame-parts.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/menus";
import { answerFooterWords } from "./footer-words-answer.server";
import { FooterWordsForm } from "./footer-words-form";
import { answerMenu } from "./menu-answer.server";
import { MenuForm } from "./menu-form";
import { ownPages } from "./own-pages.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Menus and footer") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return {
    main: await readFramePart(readDb, "main-menu"),
    footer: await readFramePart(readDb, "footer-menu"),
    words: await readFramePart(readDb, "footer-words"),
    pages: await ownPages(readDb),
  };
}

/** POST: `part` says which form was sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const staffId = requireStaff(context).id;
  const part = textField(form, "part");
  if (part === "footer-words") return answerFooterWords(context, form, staffId);
  if (part === "main-menu" || part === "footer-menu") return answerMenu({ context, form, staffId }, part);
  throw data("The form does not say what it changes.", { status: 400 });
}

export default function Menus({ loaderData, actionData }: Route.ComponentProps) {
  const { main, footer, words, pages } = loaderData;
  const menu = actionData?.part === "footer-words" ? undefined : actionData;
  return (
    <div className="admin-page">
      <AdminHeading>Menus and footer</AdminHeading>
      <AppearanceTabs />
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        <MenuForm
          part="main-menu"
          title="Navigation bar"
          hint="Up to six links at the top of every page."
          pages={pages}
          links={main.value ?? MAIN_MENU}
          version={main.version}
          isChanged={main.value !== null}
          answer={menu}
        />
        <MenuForm
          part="footer-menu"
          title="Links of the footer"
          hint="Up to twelve links at the end of every page. Terms and privacy should stay among them."
          pages={pages}
          links={footer.value ?? FOOTER_MENU}
          version={footer.version}
          isChanged={footer.value !== null}
          answer={menu}
        />
        <FooterWordsForm
          words={words.value ?? FOOTER_WORDS}
          version={words.version}
          answer={actionData?.part === "footer-words" ? actionData : undefined}
        />
      </div>
    </div>
  );
}
