"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useRef } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { Attachment, FileLimits } from "@/lib/features/chat/attachments";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import type { MessagePart } from "@/lib/stream/parts";
import type { ComposerCommand } from "../mentions/offers";
import { AttachButton } from "./attach-button";
import { useAttachments } from "./use-attachments";

const AttachmentList = lazy(() => import("./attachment-list").then((module) => ({ default: module.AttachmentList })));

type FilePart = Extract<MessagePart, { type: "file" }>;

interface QuestionFilesInput {
  /** Name the composer keeps its text under. */
  draft: string;
  limits: FileLimits;
  model: ChatModelDto | undefined;
  onRemoved: () => void;
}

/** The files of a chat's unsent question: what the composer shows of them, and why they hold a question back. */
export function useQuestionFiles({ draft, limits, model, onRemoved }: QuestionFilesInput) {
  const t = useTranslations("chat.files");
  const errors = useTranslations("errors");
  const mentions = useTranslations("chat.mentions");
  const input = useRef<HTMLInputElement>(null);
  const { store, items, add, addStored } = useAttachments(draft, limits);

  /** Sends with the files; when the question is refused they are back. */
  const withFiles = async (send: (files: FilePart[]) => Promise<void>): Promise<void> => {
    if (!store) return send([]);
    const { fileParts } = await import("@/lib/features/chat/attachments");
    const taken = store.take();
    try {
      await send(fileParts(taken));
      store.release(taken);
    } catch (error) {
      store.putBack(taken);
      throw error;
    }
  };

  /** Takes a file along that the person has already. */
  const handleStored = async (id: string) => {
    try {
      const why = await addStored(id);
      if (why) toast.warning(t(`refused.${why}`, { max: limits.files, size: "" }));
    } catch (error) {
      reportFailure(error);
    }
  };

  const blocked = (): string | undefined => {
    const counts = countStates(items);
    if (counts.failed > 0) return t("blocked.failed", { count: counts.failed });
    if (counts.open > 0) return t("blocked.open", { count: counts.open });
    if (counts.pictures > 0 && model && !model.sees) return t("blocked.pictures", { reason: errors("modelCannotSee") });
    return undefined;
  };
  const attach: ComposerCommand = {
    id: "attach",
    name: mentions("attach"),
    words: mentions("attachWords"),
    icon: Paperclip,
    run: () => input.current?.click(),
  };
  return {
    add,
    /** What of it a composer offers behind `/`. */
    commands: [attach],
    addStored: (id: string) => void handleStored(id),
    withFiles,
    blocked: blocked(),
    button: <AttachButton input={input} max={limits.files} onFiles={add} />,
    list: store && items.length > 0 && (
      <LazyBoundary>
        <AttachmentList store={store} items={items} onRemoved={onRemoved} />
      </LazyBoundary>
    ),
  };
}

function countStates(items: readonly Attachment[]): { failed: number; open: number; pictures: number } {
  const counts = { failed: 0, open: 0, pictures: 0 };
  for (const { state, format } of items) {
    if (state.kind === "refused") continue;
    if (format === "image") counts.pictures++;
    if (state.kind === "failed") counts.failed++;
    else if (state.kind !== "ready") counts.open++;
  }
  return counts;
}
