"use client";

import { ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";

/** An address of the web a person may be sent to, or undefined. */
function webAddress(href: string | undefined): URL | undefined {
  try {
    const url = new URL(href ?? "");
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}

interface SafeLinkProps extends Pick<ComponentProps<"a">, "className" | "aria-label"> {
  href?: string;
  children: ReactNode;
}

/** A link of a model's: it needs a click, opens elsewhere, and says where it leads (SECURITY LM-01). */
export function SafeLink({ href, children, ...rest }: SafeLinkProps) {
  const url = webAddress(href);
  if (!url) return <span>{children}</span>;
  return (
    <a {...rest} href={url.href} target="_blank" rel="noopener noreferrer nofollow" data-tooltip={url.host}>
      {children}
    </a>
  );
}

/** Pictures load from ourselves only: a foreign address would carry data out by being asked for. */
export function SafeImage({ src, alt }: { src?: string; alt?: string }) {
  const t = useTranslations("chat.markdown");
  if (src?.startsWith("/api/files/")) {
    // biome-ignore lint/performance/noImgElement: a file of the person's, served by us, of unknown size
    return <img src={src} alt={alt ?? ""} loading="lazy" />;
  }
  const host = webAddress(src)?.host ?? "";
  return (
    <span className="inline-flex items-center gap-1.5 rounded-xs bg-muted px-1.5 text-sm text-fg-3">
      <ImageOff aria-hidden size={14} />
      {t("imageBlocked", { alt: alt || host || "?" })}
    </span>
  );
}
