"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";

interface PictureButtonProps {
  src: string;
  name: string;
  /** As it stands in a question; else a small one beside its name. */
  large?: boolean;
}

/** A picture in small; a click shows it whole. */
export function PictureButton({ src, name, large = false }: PictureButtonProps) {
  const t = useTranslations("chat.files");
  const [isOpen, setIsOpen] = useState(false);
  const [isGone, setIsGone] = useState(false);
  if (isGone) {
    return (
      <span className={cn("grid place-items-center text-xs text-fg-3", large && "h-10 rounded-md border px-3")}>
        {t("pictureGone", { name })}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={t("enlarge", { name })}
        data-tooltip={large ? name : undefined}
        onClick={() => setIsOpen(true)}
        className={cn("shrink-0 overflow-hidden border", large ? "h-32 max-w-64 rounded-md" : "size-8 rounded-sm")}
      >
        {/* biome-ignore lint/performance/noImgElement: a private file of the person, never resized by a server */}
        <img
          src={src}
          alt=""
          loading="lazy"
          onError={() => setIsGone(true)}
          className={cn("object-cover", large ? "h-full max-w-64" : "size-8")}
        />
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent title={<span className="wrap-anywhere">{name}</span>} size="near-full">
          {/* biome-ignore lint/performance/noImgElement: as above */}
          <img src={src} alt={name} className="m-auto max-h-full max-w-full object-contain" />
        </DialogContent>
      </Dialog>
    </>
  );
}
