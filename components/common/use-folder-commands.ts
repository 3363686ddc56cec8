"use client";

import { confirm } from "@/lib/client/dialogs";
import { useNameDialog } from "./use-name-dialog";

export interface NamedFolder {
  id: string;
  name: string;
}

/** Keys of what an area says of its folders. */
type FolderText = "name" | "nameHint" | "nameEmpty" | "createTitle" | "renameTitle" | "deleteTitle" | "delete";

interface Folders<Folder> {
  t: (key: FolderText, args?: { max: number }) => string;
  /** What becomes of the things in it. */
  deleteText: (folder: Folder) => string;
  /** Characters of a name. */
  max: number;
  create: { mutateAsync: (name: string) => Promise<{ id: string }> };
  rename: { mutateAsync: (folder: NamedFolder) => Promise<unknown> };
  remove: { mutateAsync: (id: string) => Promise<unknown> };
  onRemoved?: (folder: Folder) => void;
}

/** What can be done with a person's own folders, whatever lies in them. */
export function useFolderCommands<Folder extends NamedFolder>(folders: Folders<Folder>) {
  const { t, deleteText, max, create, rename, remove, onRemoved } = folders;
  const askName = useNameDialog();
  const question = { label: t("name"), max, hint: t("nameHint", { max }), emptyError: t("nameEmpty") };
  return {
    /** `then` gets the new folder's id, e.g. to move something into it. */
    create: (then?: (id: string) => unknown) =>
      void askName({
        ...question,
        title: t("createTitle"),
        initial: "",
        save: async (name) => {
          const { id } = await create.mutateAsync(name);
          await then?.(id);
        },
      }),
    rename: ({ id, name }: Folder) =>
      void askName({
        ...question,
        title: t("renameTitle"),
        initial: name,
        save: (changed) => rename.mutateAsync({ id, name: changed }),
      }),
    remove: (folder: Folder) =>
      void confirm({
        title: t("deleteTitle"),
        description: deleteText(folder),
        okButton: t("delete"),
        destructive: true,
        onOk: async () => {
          await remove.mutateAsync(folder.id);
          onRemoved?.(folder);
        },
      }),
  };
}
