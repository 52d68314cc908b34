import { type SyntheticEvent, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { PICTURE_ADDED, PICTURES_FULL } from "~/domain/catalogue/books/pictures/further-pictures";
import { showToast } from "~/ui/frame/toasts/show-toast";

/** The server's messages about a form of a further picture, and what was typed into it. */
export interface Refused {
  pictureErrors: { file1?: string[]; kind?: string[]; alt?: string[] };
  /** Null: the form of a new picture. */
  pictureId: number | null;
  kind: string;
  alt: string;
}

type Answer = { added: number } | Refused;

interface Batch {
  /** A form for each chosen picture. */
  forms: FormData[];
  /** How many are answered. */
  at: number;
  /** The last answer that is counted here. */
  answer?: Answer;
  /** Pictures added since the form was shown. */
  added: number;
  /** The messages about this batch. */
  errors?: Refused["pictureErrors"];
}

/**
 * Sends the chosen pictures of a form one after another, each in a request of its own: the shop reads one at a time.
 * @param room how many more pictures the book can have
 */
export function useSendPictures(room: number) {
  const { submit, state, data: answer } = useFetcher<Answer>();
  const [batch, setBatch] = useState<Batch>({ forms: [], at: 0, added: 0 });
  const { forms, at, added, errors } = batch;
  if (state === "idle" && answer && answer !== batch.answer) setBatch(withAnswer(batch, answer));

  useEffect(() => {
    const next = forms[at];
    if (next) void submit(next, { method: "post", encType: "multipart/form-data" });
  }, [forms, at, submit]);
  useEffect(() => {
    if (added > 0) showToast("success", PICTURE_ADDED);
  }, [added]);

  return {
    added,
    errors,
    isBusy: at < forms.length,
    send(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault();
      if (at < forms.length) return;
      const form = new FormData(event.currentTarget);
      const files = form.getAll("file1");
      const { errors: _, ...before } = batch;
      setBatch(
        files.length > room
          ? { ...before, errors: { file1: [PICTURES_FULL] } }
          : { ...before, forms: files.map((file) => formOf(form, file)), at: 0 },
      );
    },
  };
}

function withAnswer(batch: Batch, answer: Answer): Batch {
  const counted = { ...batch, answer, at: batch.at + 1 };
  if ("added" in answer) return { ...counted, added: batch.added + 1 };
  const { file1 = [], ...others } = answer.pictureErrors;
  const file = batch.forms[batch.at]?.get("file1");
  const named = file1.map((message) =>
    file instanceof File && batch.forms.length > 1 ? `${file.name}: ${message}` : message,
  );
  return { ...counted, errors: { ...others, file1: [...(batch.errors?.file1 ?? []), ...named] } };
}

/** The form with one of its files. */
function formOf(form: FormData, file: FormDataEntryValue): FormData {
  const one = new FormData();
  for (const name of ["kind", "alt"]) one.set(name, form.get(name) ?? "");
  one.set("intent", "add-picture");
  one.set("stay", "on");
  one.set("file1", file);
  return one;
}
