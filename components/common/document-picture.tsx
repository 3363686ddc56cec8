"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";

interface DocumentPictureProps {
  versionId: string;
  /** Of the picture in the version. */
  name: string;
  /** What it shows; empty where that stands beside it. */
  alt: string;
  className?: string;
}

/** A picture out of a document, by the reader's own door: whoever may not read the document gets none. */
export function DocumentPicture({ versionId, name, alt, className }: DocumentPictureProps) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) {
    return (
      <span role="img" aria-label={alt} className={cn("grid place-items-center bg-muted text-fg-3", className)}>
        <ImageOff aria-hidden size={14} />
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: a picture out of a document, of unknown size, behind a session
    <img
      src={`/api/reader/${versionId}/images/${name}`}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setIsGone(true)}
      className={cn("bg-white object-contain", className)}
    />
  );
}
