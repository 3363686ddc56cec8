import { useQueryClient } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, use, useState } from "react";
import { lookAgain } from "@/lib/features/reader/hooks";

/** Version whose pictures are shown. */
export const VersionContext = createContext("");

/** A picture of the document, served by us; those a browser cannot show say so. */
export function Picture({ name, alt, fill }: { name: string; alt?: string; fill?: boolean }) {
  const t = useTranslations("reader");
  const versionId = use(VersionContext);
  const client = useQueryClient();
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <span className="my-2 inline-flex items-center gap-1.5 rounded-xs bg-muted px-2 py-1 font-sans text-xs text-fg-3">
        <ImageOff aria-hidden size={14} />
        {alt || t("view.pictureMissing")}
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: a picture out of a document, of unknown size, behind a session
    <img
      src={`/api/reader/${versionId}/images/${name}`}
      alt={alt ?? t("view.picture")}
      loading="lazy"
      decoding="async"
      onError={() => {
        setFailed(true);
        lookAgain(client, versionId);
      }}
      className={fill ? "size-full object-contain" : "my-[0.8em] block h-auto max-w-full"}
    />
  );
}
