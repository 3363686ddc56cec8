"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Brand } from "@/components/common/brand";
import { LanguageChoice } from "@/components/common/language-choice";
import { Mark } from "@/components/common/mark";
import type { BasicForm } from "@/lib/features/configuration/schema";
import { type Locale, productLocale } from "@/lib/i18n/locales";
import { pictureUrl } from "./picture-field";

const LINES = ["w-24", "w-32", "w-20"];

/** A picture of the browser's tab, the login page and the head of the shell as the unsaved form would make them. */
export function Preview() {
  const t = useTranslations("configuration.preview");
  const [language, setLanguage] = useState<Locale>(productLocale(useLocale()));
  const { customConfig: config, watermarkConfig } = useFormContext<BasicForm>().watch();
  const isChinese = language === "zh_CN";
  const name = (isChinese ? config.productNameZh : config.productNameEn) || "…";
  const brand = { name, iconUrl: pictureUrl(config.iconFileId), logoUrl: pictureUrl(config.logoFileId) };
  const imageUrl = pictureUrl(config.loginImageFileId);
  const sample = (key: "title" | "subtitle" | "tagline") => t(`sample.${key}.${language}`);
  const title = (isChinese ? config.loginTitleZh : config.loginTitleEn) || sample("title");
  const subtitle = (isChinese ? config.loginSubtitleZh : config.loginSubtitleEn) || sample("subtitle");
  const tagline = (isChinese ? config.loginTaglineZh : config.loginTaglineEn) || sample("tagline");
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-2">
        <h2 className="font-semibold text-sm">{t("title")}</h2>
        <LanguageChoice label={t("language")} value={language} onChange={setLanguage} />
      </div>
      <Frame label={t("tab")}>
        <div className="flex items-center gap-2 bg-canvas px-3 pt-2">
          <span className="flex min-w-0 max-w-56 items-center gap-2 rounded-t-md bg-background px-3 py-1.5 text-xs">
            <Mark size={14} iconUrl={brand.iconUrl} />
            <span className="truncate">{config.browserPageSignature || name}</span>
          </span>
        </div>
      </Frame>
      <Frame label={t("login")}>
        <div className="grid h-48 grid-cols-2">
          <div className="flex min-w-0 flex-col px-3 py-2.5">
            <span className="flex min-w-0 items-center gap-1.5 [&_span]:text-[10px]">
              <Brand {...brand} size={14} />
            </span>
            <span className="mt-auto truncate font-semibold text-sm">{title}</span>
            <span className="truncate text-[9px] text-fg-3">{subtitle}</span>
            <span className="mt-2 h-4 rounded-xs border" />
            <span className="mt-1.5 h-4 rounded-xs border" />
            <span className="mb-auto mt-2 h-4 rounded-xs bg-primary" />
          </div>
          <div className="relative grid place-items-center overflow-hidden border-l bg-canvas">
            {imageUrl && (
              // biome-ignore lint/performance/noImgElement: the picture itself, small
              <img alt="" src={imageUrl} className="absolute inset-0 size-full object-cover" />
            )}
            <span className="relative max-w-full truncate rounded-xs bg-background/90 px-2 py-1 font-semibold text-[9px]">
              {tagline}
            </span>
          </div>
        </div>
      </Frame>
      <Frame label={t("shell")}>
        <div className="flex h-32 bg-canvas">
          <div className="w-28 shrink-0 px-2.5 py-2">
            <span className="flex min-w-0 items-center gap-1.5 [&_span]:text-[10px]">
              <Brand {...brand} size={14} />
            </span>
            <div className="mt-3 space-y-2">
              {LINES.map((width) => (
                <span key={width} className={`block h-1.5 max-w-full rounded-full bg-border ${width}`} />
              ))}
            </div>
          </div>
          <div className="relative my-1.5 mr-1.5 flex-1 overflow-hidden rounded-md border bg-background">
            {watermarkConfig.enabled && (
              <span className="absolute inset-0 grid rotate-[-18deg] place-items-center text-[10px] text-fg-4">
                {t("watermark")}
              </span>
            )}
          </div>
        </div>
      </Frame>
    </>
  );
}

function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="mb-4">
      <figcaption className="mb-1.5 text-fg-3 text-xs">{label}</figcaption>
      <div aria-hidden className="overflow-hidden rounded-md border bg-background shadow-xs">
        {children}
      </div>
    </figure>
  );
}
