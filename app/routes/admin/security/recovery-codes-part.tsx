import { useEffect, useRef } from "react";
import { formatCount } from "~/domain/kit/counts";
import { RECOVERY_CODES, recoveryCodesText } from "~/domain/people/factors/factors";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { Notice } from "~/ui/kit/notice";

const PAGE = "/admin/account/security";

/** The codes for the day on which the phone is not at hand. @param codes new ones, shown once */
export function RecoveryCodesPart({
  left,
  codes,
  shopName,
  email,
}: {
  left: number;
  codes: string[] | null;
  shopName: string;
  email: string;
}) {
  return (
    <FormGroup title="Recovery codes">
      {codes ? <NewCodes codes={codes} shopName={shopName} email={email} /> : <Left left={left} />}
    </FormGroup>
  );
}

function Left({ left }: { left: number }) {
  return (
    <>
      <p className="max-w-prose">
        For the day on which you do not have your phone: each code opens your account once, together with the
        password.
      </p>
      {left <= 3 ? (
        <Notice>
          {left === 0 ? "None is left." : `Only ${formatCount(left)} left.`} Please make new ones.
        </Notice>
      ) : (
        <p>
          {formatCount(left)} of {RECOVERY_CODES} are left.
        </p>
      )}
      <ButtonLink
        to={`${PAGE}?confirm=new-codes`}
        variant="quiet"
        preventScrollReset
        className="justify-self-start"
      >
        Make new recovery codes
      </ButtonLink>
    </>
  );
}

function NewCodes({ codes, shopName, email }: { codes: string[]; shopName: string; email: string }) {
  const text = recoveryCodesText(codes, { name: shopName, email });
  const notice = useRef<HTMLDivElement>(null);
  // The form that made them may stand far below.
  useEffect(() => notice.current?.focus(), []);
  return (
    <>
      <div ref={notice} tabIndex={-1}>
        <Notice kind="success">
          Here are your recovery codes. They are shown only now: print them or write them down, and keep them
          where only you can read them.
        </Notice>
      </div>
      <ul aria-label="Your recovery codes" className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className="btn btn-quiet"
        >
          Download as a text file
        </a>
        <Button type="button" variant="quiet" className="needs-js" onClick={() => print()}>
          Print
        </Button>
        <ButtonLink to={PAGE}>I have kept them</ButtonLink>
      </div>
    </>
  );
}

export function NewCodesDialog() {
  return (
    <ConfirmForm
      title="Make new recovery codes?"
      closeTo={PAGE}
      button={
        <Button name="intent" value="new-codes">
          Make new ones
        </Button>
      }
      action={PAGE}
    >
      <p>The codes that you have now will no longer work.</p>
    </ConfirmForm>
  );
}
