import { useNavigation } from "react-router";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { things, WORDS } from "./import-words";

interface ImportDialogProps {
  asked: "undo" | "delete";
  run: ImportRun;
  closeTo: string;
}

/** The confirmations of an import's page. */
export function ImportDialog({ asked, run, closeTo }: ImportDialogProps) {
  const isBusy = useNavigation().state === "submitting";
  const isUndo = asked === "undo";
  const words = WORDS[run.kind];
  return (
    <ConfirmForm
      title={isUndo ? words.undo : words.discard}
      closeTo={closeTo}
      button={
        <Button name="intent" value={asked} variant="danger" isBusy={isBusy}>
          {isUndo ? "Undo" : "Discard"}
        </Button>
      }
    >
      <p className="font-semibold wrap-anywhere">{run.fileName}</p>
      {isUndo ? (
        <p>
          {things(run, run.written - run.undone - run.notUndone)} will be as they were before: {words.undoes}
        </p>
      ) : (
        <p>{words.discards}</p>
      )}
    </ConfirmForm>
  );
}
