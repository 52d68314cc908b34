import { type FormEvent, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { authorsAmong } from "~/domain/catalogue/books/book";
import { recordTexts } from "~/domain/catalogue/books/record/book-record-values";
import { rupeesField } from "~/domain/catalogue/books/lists/catalogue";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { useParsedForm } from "~/ui/kit/zod-form";
import { type BookAnswer, parseBookForm, withTypedNames } from "./book-answer";
import { CLASH_ID } from "./clash-notice";

/** The form's state: validates before submitting, and moves the focus after a refusal. */
export function useBookForm(book: EditableBook | null, answer: BookAnswer | undefined) {
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("intent") === "save-book";
  const [form, fields] = useParsedForm({
    id: "book-form",
    lastResult: answer?.result,
    defaultValue: book ? formValues(book) : {},
    parse: (typed) => parseBookForm(withTypedNames(typed)),
  });
  const element = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isSaving) return event.preventDefault();
    form.onSubmit(event);
    // Conform also fires submit events to validate a single field.
    const isSent = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "intent";
    if (isSent && event.defaultPrevented) requestAnimationFrame(() => focusFirstInvalid(element.current));
  };
  const first = useRef(answer);
  useEffect(() => {
    // On a page rendered by the server autofocus has set the focus.
    if (!answer || answer === first.current) return;
    if (answer.clash) document.getElementById(CLASH_ID)?.focus();
    else if (answer.focus) document.getElementById(answer.focus)?.focus();
    else focusFirstInvalid(element.current);
  }, [answer]);
  return { form, fields, isSaving, element, onSubmit };
}

/** Conform itself skips fields that have only hidden inputs. */
function focusFirstInvalid(form: HTMLFormElement | null) {
  const first = form?.querySelector<HTMLElement>("[aria-invalid]:not([type=hidden])");
  // A field of a folded group cannot have the focus.
  first?.closest("details")?.setAttribute("open", "");
  first?.focus();
}

function formValues(book: EditableBook) {
  return {
    title: book.title,
    brief: book.brief,
    isbn13: book.isbn13 ?? "",
    authorId: authorsAmong(book.contributors).map(({ id }) => String(id)),
    publisherId: String(book.publisher.id),
    languageId: String(book.language.id),
    price: rupeesField(book.price),
    stock: String(book.stock),
    booktagsId: book.tags.map(({ id }) => String(id)),
    description: book.description,
    pageCount: book.pageCount === null ? "" : String(book.pageCount),
    publishedOn: book.publishedOn ?? "",
    salePrice: rupeesField(book.salePrice),
    featured: book.featured ? "on" : undefined,
    ...recordTexts(book),
    furtherLanguageId: book.furtherLanguages.map(({ id }) => String(id)),
    thema: book.thema.join(", "),
    bisac: book.bisac.join(", "),
  };
}
