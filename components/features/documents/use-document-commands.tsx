"use client";

import { useTranslations } from "next-intl";
import { useEncodingChoice } from "@/components/common/encoding/use-encoding-choice";
import { useDialogs } from "@/components/common/use-dialogs";
import { DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { offerUndo } from "@/lib/client/undo";
import type { DocumentDto } from "@/lib/features/documents/dto";
import { useDocumentActions } from "@/lib/features/documents/hooks";
import type { Encoding } from "@/lib/text/encoding/names";
import { MoveForm } from "./library/move-form";
import { NameForm } from "./name-form";

export type DocumentCommands = ReturnType<typeof useDocumentCommands>;

/** What can be done with documents: what can be taken back is done at once (design 7.3). */
export function useDocumentCommands() {
  const t = useTranslations("documents");
  const dialogs = useDialogs();
  const askEncoding = useEncodingChoice();
  const { change, remove, restore, retry, cancel, replace, reread } = useDocumentActions();

  const ask = (options: Parameters<typeof dialogs.open>[0]) =>
    dialogs.open(options).catch((error: unknown) => {
      if (!(error instanceof DialogCancelled)) throw error;
    });

  const rename = ({ id, name }: DocumentDto) => {
    const dot = name.lastIndexOf(".");
    const extension = dot > 0 ? name.slice(dot) : "";
    let next = name;
    void ask({
      title: t("command.rename"),
      size: "small",
      awaitsSubmittable: true,
      content: (control) => (
        <NameForm
          label={t("column.name")}
          initial={name.slice(0, name.length - extension.length)}
          max={200 - extension.length}
          suffix={extension}
          onChange={(value, isValid) => {
            next = value + extension;
            control.setSubmittable(isValid);
          }}
        />
      ),
      onOk: () => change.mutateAsync({ id, name: next }),
    });
  };

  const move = (rows: readonly { id: string; folderId: string | null }[], onDone?: () => void) => {
    let folderId: string | null = rows.length === 1 ? (rows[0]?.folderId ?? null) : null;
    void ask({
      title: t("command.moveTitle", { count: rows.length }),
      size: "small",
      okButton: t("command.move"),
      content: <MoveForm initial={folderId} onChange={(id) => (folderId = id)} />,
      onOk: async () => {
        const before = rows.map((row) => ({ ...row }));
        for (const { id } of rows) await change.mutateAsync({ id, folderId });
        onDone?.();
        offerUndo(t("undo.moved", { count: rows.length }), async () => {
          for (const row of before) await change.mutateAsync(row);
        });
      },
    });
  };

  const chooseEncoding = ({ id, parse: { encoding } }: DocumentDto) => {
    if (encoding) askEncoding(encoding, (chosen) => reread.mutateAsync({ id, encoding: chosen }));
  };

  const trash = async (ids: readonly string[], onDone?: () => void) => {
    const gone: string[] = [];
    try {
      for (const id of ids) {
        await remove.mutateAsync(id);
        gone.push(id);
      }
      onDone?.();
    } catch {
      // The failed call spoke already; what went before can be taken back all the same.
    }
    if (gone.length === 0) return;
    offerUndo(t("undo.deleted", { count: gone.length }), async () => {
      for (const id of gone) await restore.mutateAsync(id);
    });
  };

  const putBack = async (ids: readonly string[], onDone?: () => void) => {
    try {
      for (const id of ids) await restore.mutateAsync(id);
      onDone?.();
    } catch {
      // Said by the failed call itself.
    }
  };

  return {
    rename,
    move,
    chooseEncoding,
    reread: (id: string, encoding: Encoding) => reread.mutateAsync({ id, encoding }),
    trash: (ids: readonly string[], onDone?: () => void) => void trash(ids, onDone).catch(reportFailure),
    restore: (ids: readonly string[], onDone?: () => void) => void putBack(ids, onDone),
    retry: (id: string) => retry.mutate(id),
    cancel: (id: string) => cancel.mutate(id),
    replace: (id: string, file: File) => replace.mutate({ id, file }),
    isReplacing: replace.isPending,
  };
}
