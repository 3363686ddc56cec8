import { useQueryClient } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, use, useState } from "react";
import { cn } from "@/components/ui/cn";
import { lookAgain } from "@/lib/features/reader/hooks";
import type { Mark } from "../types";
import { MarkBadge } from "./mark-badge";

/** Version whose pictures are shown. */
export const VersionContext = createContext("");

/** What is cited of the document; of it pictures look for themselves. */
export const PictureMarks = createContext<readonly Mark[]>([]);

/** A picture of the document, served by us; those a browser cannot show say so. */
export function Picture({ name, alt, fill }: { name: string; alt?: string; fill?: boolean }) {
  const t = useTranslations("reader");
  const versionId = use(VersionContext);
  const client = useQueryClient();
  const [failed, setFailed] = useState(false);
  const marks = use(PictureMarks).filter(({ picture }) => picture === name);
  if (failed) {
    return (
      <span className="my-2 inline-flex items-center gap-1.5 rounded-xs bg-muted px-2 py-1 font-sans text-xs text-fg-3">
        <ImageOff aria-hidden size={14} />
        {alt || t("view.pictureMissing")}
      </span>
    );
  }
  const drawn = (
    // biome-ignore lint/performance/noImgElement: a picture out of a document, of unknown size, behind a session
    <img
      data-picture={name}
      src={`/api/reader/${versionId}/images/${name}`}
      alt={alt ?? t("view.picture")}
      loading="lazy"
      decoding="async"
      onError={() => {
        setFailed(true);
        lookAgain(client, versionId);
      }}
      className={cn(
        fill ? "size-full object-contain" : "my-[0.8em] block h-auto max-w-full",
        marks.length > 0 && "ring-2 ring-offset-2",
        marks.some(({ isActive }) => isActive) ? "ring-evidence-strong" : "ring-evidence",
      )}
    />
  );
  const shown = marks.find(({ isActive }) => isActive) ?? marks[0];
  if (!shown) return drawn;
  return (
    <span className={fill ? "contents" : "relative block"}>
      <span className="absolute top-1 left-1 z-2">
        <MarkBadge mark={shown} place="inline" />
      </span>
      {drawn}
    </span>
  );
}
