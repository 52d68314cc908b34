import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { ColumnQuestion, RowQuestion } from "~/domain/book-files/plan/questions";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import { columnWords, oldStockWords, rowWords } from "~/domain/book-files/runs/question-words";
import { Button } from "~/ui/kit/button";
import { FormErrorSummary } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Notice } from "~/ui/kit/notice";
import { useIsSending } from "~/ui/kit/use-is-sending";
import type { ImportAnswer } from "../import-answer";
import { columnQuestionField, rowQuestionField, UNANSWERED } from "./question-form";

interface QuestionsProps {
  run: ImportRun;
  answer?: ImportAnswer;
}

/** What the check asks about columns and rows, with what it has made of them so far. */
export function Questions({ run, answer }: QuestionsProps) {
  const { columns, rows, oldStock } = run.found;
  const isBusy = useIsSending("answers");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid] input")?.focus();
  }, [answer]);
  if (columns.length + rows.length + oldStock === 0) return null;
  const errors = answer?.errors ?? {};
  const names = [
    ...columns.map((_, index) => columnQuestionField(index)),
    ...rows.map(({ kind }) => rowQuestionField(kind)),
  ];
  return (
    <section aria-labelledby="questions">
      <div className="part-head">
        <h2 id="questions">How the file is read</h2>
      </div>
      {oldStock > 0 ? (
        <div className="mb-4 max-w-3xl">
          <Notice isSilent>{oldStockWords(oldStock)}</Notice>
        </div>
      ) : null}
      {columns.length + rows.length === 0 ? null : (
        <Form
          ref={form}
          method="post"
          action="?"
          preventScrollReset
          className="grid max-w-3xl grid-cols-1 gap-5"
        >
          <FormErrorSummary errors={errors.form} fields={names.map((id) => ({ id, errors: errors[id] }))} />
          <input type="hidden" name="checked" value={run.plannedAt ?? ""} />
          {rows.map((question) => (
            <AboutRows
              key={question.kind}
              question={question}
              value={answer?.typed[rowQuestionField(question.kind)] ?? run.mapping?.answers[question.kind]}
              errors={errors[rowQuestionField(question.kind)]}
            />
          ))}
          {columns.map((question, index) => (
            <AboutColumn
              key={`${question.heading} ${question.kind}`}
              name={columnQuestionField(index)}
              question={question}
              value={answer?.typed[columnQuestionField(index)] ?? question.way}
              errors={errors[columnQuestionField(index)]}
            />
          ))}
          <div className="grid gap-2">
            <p className="text-muted max-w-prose text-sm">
              How columns are read is saved for the next file with the same columns.
            </p>
            <div>
              <Button name="intent" value="answers" variant="quiet" isBusy={isBusy}>
                Save and Check Again
              </Button>
            </div>
          </div>
        </Form>
      )}
    </section>
  );
}

interface AboutRowsProps {
  question: RowQuestion;
  value?: string;
  errors?: string[];
}

function AboutRows({ question, value = UNANSWERED, errors }: AboutRowsProps) {
  const name = rowQuestionField(question.kind);
  const { ask, choices } = rowWords(question);
  return (
    <Asked name={name} ask={ask} errors={errors}>
      <p className="text-muted text-sm wrap-anywhere">
        {question.examples.map(({ row, title }, index) => (
          <span key={row}>
            {index > 0 ? " · " : null}
            Row {row} <bdi>{title}</bdi>
          </span>
        ))}
        {question.rows > question.examples.length ? " …" : null}
      </p>
      <div className="grid gap-1">
        {[...choices, { value: UNANSWERED, label: "Leave these rows out" }].map((choice) => (
          <Choice key={choice.value} name={name} {...choice} isChosen={choice.value === value} />
        ))}
      </div>
    </Asked>
  );
}

interface AboutColumnProps {
  name: string;
  question: ColumnQuestion;
  value: string;
  errors?: string[];
}

function AboutColumn({ name, question, value, errors }: AboutColumnProps) {
  const { ask, choices } = columnWords(question);
  const hasWays = question.examples.some(({ as }) => Object.keys(as).length > 0);
  return (
    <Asked name={name} ask={ask} heading={question.heading} errors={errors}>
      {hasWays ? null : (
        <p className="text-muted text-sm wrap-anywhere">
          {question.examples.map(({ cell }) => cell).join(" · ")}
        </p>
      )}
      <div className="grid gap-2">
        {choices.map((choice) => (
          <Choice key={choice.value} name={name} {...choice} isChosen={choice.value === value}>
            {hasWays ? <Examples examples={question.examples} way={choice.value} /> : null}
          </Choice>
        ))}
      </div>
    </Asked>
  );
}

function Examples({ examples, way }: { examples: ColumnQuestion["examples"]; way: string }) {
  const different = examples.filter(({ cell, as }) => as[way] !== undefined && as[way] !== cell);
  if (different.length === 0) return null;
  return (
    <ul className="text-muted text-sm">
      {different.map(({ cell, as }) => (
        <li key={cell} className="wrap-anywhere">
          <bdi>{cell}</bdi> <span aria-hidden="true">→</span>
          <span className="sr-only">becomes</span> <bdi>{as[way]}</bdi>
        </li>
      ))}
    </ul>
  );
}

interface AskedProps {
  name: string;
  ask: string;
  /** Of the column that it is about. */
  heading?: string;
  errors?: string[];
  children: React.ReactNode;
}

const Asked = ({ name, ask, heading, errors, children }: AskedProps) => (
  <fieldset
    id={name}
    tabIndex={-1}
    aria-invalid={errors ? true : undefined}
    aria-describedby={errors && `${name}-error`}
    className="border-line grid grid-cols-1 gap-2 border-t pt-4"
  >
    <legend className="float-left w-full">
      {heading === undefined ? null : (
        <b className="block font-semibold wrap-anywhere" dir="auto">
          {heading}
        </b>
      )}
      {ask}
    </legend>
    {children}
    <FieldErrors id={name} errors={errors} />
  </fieldset>
);

interface ChoiceProps {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  children?: React.ReactNode;
}

const Choice = ({ name, value, label, isChosen, children }: ChoiceProps) => (
  <div>
    <label className="flex items-start gap-3">
      <input type="radio" name={name} value={value} defaultChecked={isChosen} className="check mt-0.5" />
      {label}
    </label>
    {children ? <div className="pl-8">{children}</div> : null}
  </div>
);
