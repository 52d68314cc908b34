import { type ReactNode, useContext } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  CONFIRMABLE,
  OPENING_GROUPS,
  OPENING_ITEMS,
  type OpeningGroup,
  type OpeningItem,
  type OpeningKey,
} from "~/domain/opening/checklist/opening";
import { hasRight, SCREENS } from "~/domain/kit/rights/screens";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { RightsContext, useMay } from "~/ui/admin/frame/rights";
import { Button } from "~/ui/kit/button";

/** All steps in their groups, each with its state, what was found, and what can be done. */
export function Checklist({ items }: { items: OpeningItem[] }) {
  return (Object.keys(OPENING_GROUPS) as OpeningGroup[]).map((group) => (
    <FormGroup key={group} title={OPENING_GROUPS[group].title}>
      <p className="text-muted">{OPENING_GROUPS[group].lead}</p>
      <ul className="divide-line grid grid-cols-1 divide-y">
        {items
          .filter(({ key }) => OPENING_ITEMS[key].group === group)
          .map((item) => (
            <Step key={item.key} item={item} />
          ))}
      </ul>
    </FormGroup>
  ));
}

function Step({ item: { key, isDone, why } }: { item: OpeningItem }) {
  return (
    <li id={key} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-3 first:pt-0">
      <span className={isDone ? "text-good font-semibold" : "text-bad font-semibold"}>
        {isDone ? "Done" : "To do"}
      </span>
      <div className="grid grid-cols-1 justify-items-start gap-2">
        <p className="wrap-anywhere">
          <StepName step={key} />: {why}
        </p>
        <StepForm step={key} isDone={isDone} />
      </div>
    </li>
  );
}

/** A link to where the step is done, for staff who may go there. */
function StepName({ step }: { step: OpeningKey }) {
  const rights = useContext(RightsContext);
  const { label, to } = OPENING_ITEMS[step];
  const screen = to === null ? undefined : SCREENS[to.replace(/[?#].*/, "")];
  if (to === null || (screen && !hasRight(rights, screen.see)))
    return <strong className="font-semibold">{label}</strong>;
  return (
    <Link to={to} className="link">
      {label}
    </Link>
  );
}

const CONFIRM: Record<(typeof CONFIRMABLE)[number], string> = {
  tax: "We are not registered for GST",
  legal: "I have read both pages",
  backup: "We make backups in another way",
};

/** The button of a step that is tried or confirmed here. */
function StepForm({ step, isDone }: { step: OpeningKey; isDone: boolean }) {
  const may = useMay();
  const { formData } = useNavigation();
  const item = CONFIRMABLE.find((one) => one === step);
  const button = (intent: string, label: string) => {
    const isSent = formData?.get("intent") === intent && formData.get("item") === (item ?? null);
    return (
      <Button name="intent" value={intent} variant="quiet" size="sm" isBusy={isSent}>
        {label}
      </Button>
    );
  };
  if (step === "keys") {
    if (!may("payments")) return <p className="text-muted text-sm">An owner can test them.</p>;
    return <Post>{button("test-keys", "Test the keys")}</Post>;
  }
  if (step === "mail") return <Post>{button("test-mail", "Send me a test mail")}</Post>;
  if (!item || isDone) return null;
  return (
    <Post>
      <input type="hidden" name="item" value={item} />
      {button("confirm", CONFIRM[item])}
    </Post>
  );
}

const Post = ({ children }: { children: ReactNode }) => (
  <Form method="post" action="/admin/opening" preventScrollReset className="flex flex-wrap gap-2">
    {children}
  </Form>
);
