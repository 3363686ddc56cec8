"use client";

import { useTranslations } from "next-intl";
import { useContext } from "react";
import { FileIcon } from "@/components/common/file-icon";
import { useBytes } from "@/components/common/use-bytes";
import { formatOfName } from "@/lib/parsing/formats";
import type { MessagePart } from "@/lib/stream/parts";
import { SourceSelectionContext } from "../sources/context";
import { PictureButton } from "./picture-button";

type FilePart = Extract<MessagePart, { type: "file" }>;

/** The files that were sent with a question: pictures in small, documents open beside the chat. */
export function QuestionFiles({ files }: { files: readonly FilePart[] }) {
  const t = useTranslations("chat.files");
  return (
    <ul aria-label={t("sent")} className="flex max-w-[600px] flex-wrap items-end justify-end gap-1.5">
      {files.map((file) => (
        <li key={file.fileId} className="max-w-full">
          {file.mediaType.startsWith("image/") ? (
            <PictureButton large src={`/api/files/${file.fileId}`} name={file.name} />
          ) : (
            <DocumentChip file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

function DocumentChip({ file: { name, size, versionId } }: { file: FilePart }) {
  const t = useTranslations("chat.files");
  const bytes = useBytes();
  const selection = useContext(SourceSelectionContext);
  const icon = <FileIcon format={formatOfName(name) ?? "txt"} size={16} />;
  const weight = size !== undefined && <span className="tnum shrink-0 text-xs text-fg-3">{bytes(size)}</span>;
  const look =
    "flex h-9 max-w-72 items-center gap-2 rounded-md border bg-background px-2.5 text-sm pointer-coarse:h-11";
  if (!selection || !versionId) {
    return (
      <span className={look}>
        {icon}
        <span className="min-w-0 truncate">{name}</span>
        {weight}
      </span>
    );
  }
  return (
    <button
      type="button"
      data-tooltip={t("open", { name })}
      onClick={() => selection.openVersion(versionId)}
      className={`${look} transition-colors hover:border-border-strong hover:bg-subtle`}
    >
      {icon}
      {/* Read aloud as what the press does, then the size that is seen. */}
      <span className="sr-only">{t("open", { name })} </span>
      <span aria-hidden className="min-w-0 truncate">
        {name}
      </span>
      {weight}
    </button>
  );
}
