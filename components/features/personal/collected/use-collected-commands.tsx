"use client";

import { useTranslations } from "next-intl";
import { useDialogs } from "@/components/common/use-dialogs";
import { confirm, DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { CollectedDto, CollectionFolderDto } from "@/lib/collected/dto";
import { useCollectedActions } from "@/lib/collected/hooks";
import { COLLECTION_FOLDER_NAME_MAX, NOTE_MAX } from "@/lib/collected/limits";
import { FolderChoice } from "./folder-choice";
import { TextForm } from "./text-form";

export type CollectedCommands = ReturnType<typeof useCollectedCommands>;

interface AskedText {
  title: string;
  label: string;
  initial: string;
  max: number;
  isNote?: boolean;
  save: (text: string) => Promise<unknown>;
}

/** What can be done with collected items and their folders. */
export function useCollectedCommands() {
  const t = useTranslations("personal.collected");
  const dialogs = useDialogs();
  const actions = useCollectedActions();

  const open = (options: Parameters<typeof dialogs.open>[0], work: () => Promise<unknown>) =>
    void dialogs
      .open({
        size: "small",
        ...options,
        onOk: async () => {
          try {
            await work();
          } catch (error) {
            reportFailure(error);
            throw error;
          }
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof DialogCancelled)) throw error;
      });
  const askText = ({ title, save, ...form }: AskedText) => {
    let text = form.initial;
    open(
      {
        title,
        awaitsSubmittable: true,
        content: (control) => (
          <TextForm
            {...form}
            onChange={(value, isValid) => {
              text = value;
              control.setSubmittable(isValid);
            }}
          />
        ),
      },
      () => save(text),
    );
  };

  return {
    note: ({ id, note }: Pick<CollectedDto, "id" | "note">) =>
      askText({
        title: t("note.title"),
        label: t("note.label"),
        initial: note,
        max: NOTE_MAX,
        isNote: true,
        save: (text) => actions.change.mutateAsync({ id, note: text }),
      }),
    move: (rows: readonly CollectedDto[], onDone?: () => void) => {
      let folderId = rows.length === 1 ? (rows[0]?.folderId ?? null) : null;
      open(
        {
          title: t("moveTitle", { count: rows.length }),
          okButton: t("move"),
          content: (
            <FolderChoice
              initial={folderId}
              onChange={(id) => {
                folderId = id;
              }}
            />
          ),
        },
        async () => {
          for (const { id } of rows) await actions.change.mutateAsync({ id, folderId });
          onDone?.();
        },
      );
    },
    remove: (rows: readonly CollectedDto[], onDone?: () => void) =>
      void confirm({
        title: t("removeTitle", { count: rows.length }),
        description: t("removeText"),
        okButton: t("remove"),
        destructive: true,
        onOk: async () => {
          try {
            for (const { id } of rows) await actions.remove.mutateAsync(id);
          } catch (error) {
            reportFailure(error);
            throw error;
          }
          onDone?.();
          toast.success(t("removed", { count: rows.length }));
        },
      }),
    createFolder: () =>
      askText({
        title: t("folder.createTitle"),
        label: t("folder.name"),
        initial: "",
        max: COLLECTION_FOLDER_NAME_MAX,
        save: (name) => actions.createFolder.mutateAsync(name),
      }),
    renameFolder: ({ id, name }: CollectionFolderDto) =>
      askText({
        title: t("folder.renameTitle"),
        label: t("folder.name"),
        initial: name,
        max: COLLECTION_FOLDER_NAME_MAX,
        save: (next) => actions.renameFolder.mutateAsync({ id, name: next }),
      }),
    removeFolder: ({ id, name, items }: CollectionFolderDto, onDone?: () => void) =>
      void confirm({
        title: t("folder.deleteTitle"),
        description: t("folder.deleteText", { name, count: items }),
        okButton: t("folder.delete"),
        destructive: true,
        onOk: async () => {
          try {
            await actions.removeFolder.mutateAsync(id);
          } catch (error) {
            reportFailure(error);
            throw error;
          }
          onDone?.();
        },
      }),
  };
}
