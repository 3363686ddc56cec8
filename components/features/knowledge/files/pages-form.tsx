"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { PAGE_REFRESH } from "@/lib/config/knowledge-kinds";
import { PAGE_URL_MAX, PAGES_ADDED_MAX, SITEMAP_PAGES_MAX } from "@/lib/features/knowledge/limits";
import type { PagesInput } from "@/lib/features/knowledge/schema";

interface PagesFormProps {
  folder: string;
  onChange: (pages: PagesInput, isValid: boolean) => void;
}

/** Web pages that are to be files: addresses a line each, or a sitemap, and how often they are looked at again. */
export function PagesForm({ folder, onChange }: PagesFormProps) {
  const t = useTranslations("knowledge-files.pages");
  const id = useId();
  const [typed, setTyped] = useState({ addresses: "", sitemap: "", refresh: "never" as (typeof PAGE_REFRESH)[number] });
  const addresses = linesOf(typed.addresses);
  const wrong = addresses.filter((address) => !isWeb(address));
  const isFull = addresses.length > PAGES_ADDED_MAX;
  const change = (patch: Partial<typeof typed>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    const list = linesOf(next.addresses);
    const sitemap = next.sitemap.trim();
    const isValid =
      (list.length > 0 || sitemap !== "") &&
      list.length <= PAGES_ADDED_MAX &&
      [...list, ...(sitemap ? [sitemap] : [])].every(isWeb);
    onChange({ addresses: list, sitemap: sitemap || undefined, folder, refresh: next.refresh }, isValid);
  };
  return (
    <div className="space-y-4">
      <Field
        id={`${id}-addresses`}
        label={t("addresses")}
        hint={t("addressesHint", { max: PAGES_ADDED_MAX })}
        error={
          isFull ? t("tooMany", { max: PAGES_ADDED_MAX }) : wrong[0] ? t("wrong", { address: wrong[0] }) : undefined
        }
      >
        <Textarea
          id={`${id}-addresses`}
          rows={5}
          value={typed.addresses}
          spellCheck={false}
          onChange={(event) => change({ addresses: event.target.value })}
        />
      </Field>
      <Field
        id={`${id}-sitemap`}
        label={t("sitemap")}
        hint={t("sitemapHint", { max: SITEMAP_PAGES_MAX })}
        error={
          typed.sitemap.trim() && !isWeb(typed.sitemap.trim()) ? t("wrong", { address: typed.sitemap }) : undefined
        }
      >
        <Input
          id={`${id}-sitemap`}
          value={typed.sitemap}
          maxLength={PAGE_URL_MAX}
          spellCheck={false}
          onChange={(event) => change({ sitemap: event.target.value })}
        />
      </Field>
      <Field id={`${id}-refresh`} label={t("refresh.label")} hint={t("refresh.hint")}>
        <Select
          id={`${id}-refresh`}
          value={typed.refresh}
          options={PAGE_REFRESH.map((value) => ({ value, label: t(`refresh.${value}`) }))}
          onValueChange={(refresh) => change({ refresh: refresh as typeof typed.refresh })}
          className="w-full"
        />
      </Field>
      {folder && <p className="text-fg-2 text-sm">{t("into", { folder })}</p>}
    </div>
  );
}

const linesOf = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))];
const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
