import { useTranslations } from "next-intl";
import type { BasicKind } from "@/lib/config/config-kinds";

/** Where the labels of a kind's fields stand among the texts. */
const AREAS: Record<BasicKind, string> = {
  customConfig: "custom",
  documentConfig: "documents",
  securityConfig: "security",
  uploadConfig: "uploads",
  readingConfig: "reading",
  watermarkConfig: "security",
  pictureConfig: "security",
  mailConfig: "mail",
};

/** Kinds of one field, whose label is not named like it. */
const NAMED: Partial<Record<BasicKind, string>> = { watermarkConfig: "watermark", pictureConfig: "pictureLabel" };

/** The label of a field by its stored name. */
export function useFieldName(): (kind: BasicKind, field: string) => string {
  const t = useTranslations("configuration");
  return (kind, field) => {
    const key = `${AREAS[kind]}.${NAMED[kind] ?? field}` as "title";
    return t.has(key) ? t(key) : field;
  };
}
