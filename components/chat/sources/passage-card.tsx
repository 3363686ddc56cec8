"use client";

import { useTranslations } from "next-intl";
import { DocumentPicture } from "@/components/common/document-picture";
import { FileIcon } from "@/components/common/file-icon";
import type { Citation } from "@/lib/citations/dto";
import { usePlace } from "./place";

/** The passage behind a mark: file, place, the words, and whether they bear out the sentence. */
export function PassageCard({ citation, isUnchecked }: { citation: Citation; isUnchecked: boolean }) {
  const t = useTranslations("chat.sources");
  const place = usePlace()(citation.place);
  return (
    <div className="p-3 text-left">
      <p className="flex items-center gap-2 text-sm">
        <FileIcon format={citation.format} size={16} />
        <span className="min-w-0 flex-1 truncate font-semibold">{citation.fileName}</span>
        {place && <span className="shrink-0 text-xs text-fg-3">{place}</span>}
      </p>
      {citation.picture ? (
        <figure className="mt-2">
          <DocumentPicture
            versionId={citation.versionId}
            name={citation.picture.name}
            alt=""
            className="max-h-40 w-full rounded-sm border"
          />
          <figcaption className="mt-1.5 line-clamp-4 text-xs text-fg-2 wrap-anywhere">
            <span className="text-fg-3">{t("described")}</span> {citation.picture.text}
          </figcaption>
        </figure>
      ) : citation.quote ? (
        <blockquote className="mt-2 line-clamp-6 border-l-2 border-evidence-strong pl-2.5 font-serif text-sm leading-6 wrap-anywhere">
          {citation.quote}
        </blockquote>
      ) : (
        <p className="mt-2 text-sm text-fg-2">{t("notFound")}</p>
      )}
      {citation.supported === false && (
        <div className="mt-2 text-xs text-warning-ink">
          <p>{t("unsupportedText")}</p>
          {citation.doubts && citation.doubts.length > 0 && (
            <ul className="mt-1 list-disc pl-4 wrap-anywhere">
              {citation.doubts.map(({ kind, text }) => (
                <li key={`${kind} ${text}`}>{t(`doubt.${kind}`, { text })}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {citation.unsure && <p className="mt-2 text-xs text-warning-ink">{t("unsure")}</p>}
      {isUnchecked && <p className="mt-2 text-xs text-fg-3">{t("unchecked")}</p>}
    </div>
  );
}
