"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDialogs } from "@/components/common/use-dialogs";
import { DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { offerUndo } from "@/lib/client/undo";
import type { FileBatchDto, KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import type { FileFilter } from "@/lib/features/knowledge/file-filter";
import { facetsQuery, useFileActions } from "@/lib/features/knowledge/file-hooks";
import type { FileAction, PagesInput } from "@/lib/features/knowledge/schema";
import type { Segmentation } from "@/lib/retrieval/types";
import { MoveForm, type MoveTarget } from "./move-form";
import { PagesForm } from "./pages-form";
import { RereadEstimate } from "./reread-estimate";
import { SegmentationChoice } from "./segmentation-choice";
import { TagForm } from "./tag-form";
import { VersionList } from "./version-list";

type PageRefresh = Extract<FileAction, { kind: "schedule" }>["refresh"];
export type FileCommands = ReturnType<typeof useFileCommands>;

/** The files a command is for: these rows, or all that the filter finds. */
export interface Chosen {
  ids: string[];
  count: number;
  filter?: FileFilter;
  onDone?: () => void;
}

/** What can be done with files of a base, one or many by one call; what can be taken back is done at once (design 7.3). */
export function useFileCommands(baseId: string) {
  const t = useTranslations("knowledge-files");
  const dialogs = useDialogs();
  const client = useQueryClient();
  const { batch, retry, cancel, replace, download, archive, estimate, addPages } = useFileActions(baseId);

  const ask = (options: Parameters<typeof dialogs.open>[0]) =>
    dialogs.open(options).catch((error: unknown) => {
      if (!(error instanceof DialogCancelled)) throw error;
    });

  const run = async ({ ids, filter, onDone }: Chosen, action: FileAction): Promise<FileBatchDto> => {
    const answer = await batch.mutateAsync({ action, ids, filter });
    onDone?.();
    if (answer.taskId) toast.info(t("batch.started", { count: answer.total }));
    else if (answer.refused.length > 0) {
      const [first] = answer.refused;
      toast.error(t("batch.refused", { count: answer.refused.length, reason: first!.message }));
    }
    return answer;
  };

  const trash = async (chosen: Chosen) => {
    const { taskId, done, refused } = await run(chosen, { kind: "delete" });
    if (taskId || done === 0) return;
    const gone = chosen.ids.filter((id) => !refused.some((row) => row.id === id));
    if (chosen.filter) return;
    offerUndo(t("undo.deleted", { count: gone.length }), async () => {
      await batch.mutateAsync({ action: { kind: "restore" }, ids: gone });
    });
  };

  const place = (kind: "move" | "copy", chosen: Chosen, folder: string) => {
    let target: MoveTarget = { baseId: kind === "move" ? baseId : "", folder, sameName: "refuse" };
    void ask({
      title: t(`${kind}.title`, { count: chosen.count }),
      size: "small",
      okButton: t(`command.${kind}`),
      awaitsSubmittable: kind === "copy",
      content: (control) => (
        <MoveForm
          initial={target}
          except={kind === "copy" ? baseId : undefined}
          onChange={(next) => {
            target = next;
            control.setSubmittable(next.baseId !== "");
          }}
        />
      ),
      onOk: async () => {
        const { taskId, done } = await run(chosen, { kind, ...target });
        if (kind === "copy" && !taskId && done > 0) toast.success(t("copy.done", { count: done }));
      },
    });
  };

  const tag = async (chosen: Chosen, initial: readonly string[]) => {
    const { tags: known } = await client.fetchQuery(facetsQuery(baseId)).catch(() => ({ tags: [] }));
    let tags: string[] = [...initial];
    void ask({
      title: t("tags.title", { count: chosen.count }),
      size: "small",
      okButton: t("command.save"),
      content: <TagForm initial={initial} known={known.map((row) => row.tag)} onChange={(next) => (tags = next)} />,
      onOk: () =>
        run(chosen, {
          kind: "tag",
          add: tags.filter((name) => !initial.includes(name)),
          remove: initial.filter((name) => !tags.includes(name)),
        }),
    });
  };

  const resegment = (chosen: Chosen) => {
    let segmentation: Segmentation | null = null;
    void ask({
      title: t("segmentation.title", { count: chosen.count }),
      okButton: t("command.resegment"),
      content: (control) => (
        <SegmentationChoice
          initial={null}
          onChange={(next, isValid) => {
            segmentation = next;
            control.setSubmittable(isValid);
          }}
        />
      ),
      onOk: () => run(chosen, { kind: "resegment", segmentation }),
    });
  };

  const reread = async (chosen: Chosen) => {
    const found = await estimate(chosen);
    void ask({
      title: t("reread.title"),
      size: "small",
      okButton: found.files > 0 ? t("reread.start") : null,
      content: <RereadEstimate estimate={found} />,
      onOk: async () => {
        const { taskId, done } = await run(chosen, { kind: "reread" });
        if (!taskId && done > 0) toast.success(t("reread.begun", { count: done }));
      },
    });
  };

  const refresh = async (chosen: Chosen) => {
    const { taskId, done } = await run(chosen, { kind: "refresh" });
    if (!taskId && done > 0) toast.success(t("pages.refreshed"));
  };

  const addWebPages = (folder: string) => {
    let pages: PagesInput = { addresses: [] };
    void ask({
      title: t("pages.title"),
      okButton: t("pages.add"),
      awaitsSubmittable: true,
      content: (control) => (
        <PagesForm
          folder={folder}
          onChange={(next, isValid) => {
            pages = next;
            control.setSubmittable(isValid);
          }}
        />
      ),
      onOk: async () => {
        const { taskId, added, refused } = await addPages.mutateAsync(pages);
        if (taskId) toast.info(t("pages.begun"));
        else if (refused.length > 0) {
          toast.error(t("pages.refused", { count: refused.length, reason: refused[0]!.message }));
        } else toast.success(t("pages.added", { count: added }));
      },
    });
  };

  const versions = ({ id, name }: KnowledgeFileDto) =>
    void ask({
      title: t("versions.title", { name }),
      size: "large",
      okButton: null,
      cancelButton: t("command.close"),
      content: (
        <VersionList fileId={id} onDownload={(versionId) => void download(id, versionId).catch(reportFailure)} />
      ),
    });

  return {
    move: (chosen: Chosen, folder: string) => place("move", chosen, folder),
    copy: (chosen: Chosen, folder: string) => place("copy", chosen, folder),
    resegment,
    versions,
    addWebPages,
    refresh: (chosen: Chosen) => void refresh(chosen).catch(() => undefined),
    schedule: (chosen: Chosen, every: PageRefresh) =>
      void run(chosen, { kind: "schedule", refresh: every }).catch(() => undefined),
    tag: (chosen: Chosen, initial: readonly string[] = []) => void tag(chosen, initial).catch(reportFailure),
    reread: (chosen: Chosen) => void reread(chosen).catch(reportFailure),
    // A failed call has spoken already.
    trash: (chosen: Chosen) => void trash(chosen).catch(() => undefined),
    restore: (chosen: Chosen) => void run(chosen, { kind: "restore" }).catch(() => undefined),
    retryAll: (chosen: Chosen) => void run(chosen, { kind: "retry" }).catch(() => undefined),
    retry: (id: string) => retry.mutate(id),
    cancel: (id: string) => cancel.mutate(id),
    replace: (id: string, file: File) => replace.mutate({ id, file }),
    download: (id: string) => void download(id).catch(reportFailure),
    archive: (chosen: Chosen) => void archive(chosen).catch(reportFailure),
  };
}
