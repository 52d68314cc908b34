import type { MailSite, Message } from "../accounts/passwords/account-mails";
import { writeStaffMail } from "~/domain/shop/mail-words/mail-frame";
import { type Job, JOBS, type Right, RIGHTS } from "~/domain/kit/rights/rights";

/** Job and extra rights as rows of a mail. */
const accessRows = (job: Job, extraRights: readonly Right[]): [string, string][] => [
  ["Job", JOBS[job].label],
  ...(extraRights.length > 0
    ? [["Also", extraRights.map((right) => RIGHTS[right]).join("; ")] as [string, string]]
    : []),
];

/** To a person invited to work in the back office. @param by the name of who invites them */
export function invitationMail(
  site: MailSite,
  invitation: { by: string; job: Job; extraRights: readonly Right[]; token: string },
): Message {
  const { by, job, extraRights, token } = invitation;
  return {
    subject: `${by} invites you to work at ${site.shopName}`,
    ...writeStaffMail(site, {
      home: site.origin,
      preheader: "The link works once, within three days.",
      heading: `Work at ${site.shopName}`,
      paragraphs: [
        `${by} invites you to the back office of ${site.shopName}. Choose a password, and you can begin.`,
      ],
      rows: accessRows(job, extraRights),
      action: {
        label: "Accept the invitation",
        url: `${site.origin}/invitation?token=${encodeURIComponent(token)}`,
      },
      footer: `The link works once, within three days. If you do not know ${site.shopName}, you can ignore this message.`,
    }),
  };
}

/** To a member of staff whose job or rights were changed. @param by the name of who changed them */
export function accessChangedMail(
  site: MailSite,
  { by, job, extraRights }: { by: string; job: Job; extraRights: readonly Right[] },
): Message {
  return {
    subject: `Your job at ${site.shopName} was changed`,
    ...writeStaffMail(site, {
      home: site.origin,
      preheader: "What you may do in the back office from now on.",
      heading: "Your job was changed",
      paragraphs: [`${by} has changed what you may do in the back office of ${site.shopName}. It is now:`],
      rows: accessRows(job, extraRights),
      action: { label: "Open the back office", url: `${site.origin}/admin/account` },
      footer: "We send this message whenever the job or the rights of a member of staff are changed.",
    }),
  };
}

/** To a member of staff who was deactivated. @param by the name of who did it */
export function deactivatedMail(site: MailSite, by: string): Message {
  return {
    subject: `Your staff account at ${site.shopName} was deactivated`,
    ...writeStaffMail(site, {
      home: site.origin,
      preheader: "You have been logged out everywhere.",
      heading: "Your staff account was deactivated",
      paragraphs: [
        `${by} has deactivated your account. You have been logged out everywhere, and can no longer log in to the back office.`,
        "If you think that this is a mistake, please write to the shop.",
      ],
      action: { label: `Go to ${site.shopName}`, url: site.origin },
      footer: "We send this message whenever the account of a member of staff is deactivated or activated.",
    }),
  };
}

/** To a member of staff who was activated again. @param by the name of who did it */
export function activatedMail(site: MailSite, by: string): Message {
  return {
    subject: `Your staff account at ${site.shopName} is active again`,
    ...writeStaffMail(site, {
      home: site.origin,
      preheader: "You can log in again.",
      heading: "Your staff account is active again",
      paragraphs: [`${by} has activated your account. You can log in with the password you had.`],
      action: { label: "Log in", url: `${site.origin}/login?redirectTo=%2Fadmin` },
      footer: "We send this message whenever the account of a member of staff is deactivated or activated.",
    }),
  };
}
