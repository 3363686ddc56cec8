"use client";

import { UsersRound } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { excerptOf } from "@/lib/editing/differences";
import { type NamedField, namedFieldsOf } from "./named-fields";
import type { StaleNoticeProps } from "./stale-notice";
import type { StaleRecord } from "./use-stale-record";

interface Props extends StaleNoticeProps {
  found: NonNullable<StaleRecord["found"]>;
}

/** The notice itself: who saved, what differs, and whose values hold. */
export function StaleDetails({ stale, found, isSaving, onSave }: Props) {
  const t = useTranslations("common.stale");
  const moments = useMoments();
  const id = useId();
  const box = useRef<HTMLElement>(null);
  // The browser's focus: whoever pressed save at the end of a long form is led to what it brought.
  useEffect(() => box.current?.focus(), []);
  const { changedBy, changedAt } = found.data;
  const at = changedAt ? moments.minute(changedAt) : "";
  const texts = namedFieldsOf(stale.control);
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="rounded-md border border-warning bg-warning-soft p-4 text-sm"
    >
      <h3 id={`${id}-title`} className="flex items-center gap-2 font-semibold text-warning-ink">
        <UsersRound aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {t("title")}
      </h3>
      <p className="mt-1 text-fg-2">
        {changedBy ? t("by", { name: changedBy, at }) : at ? t("at", { at }) : t("somebody")}
      </p>
      <p className="text-fg-2">{t("kept")}</p>
      {found.rows.length > 0 && (
        <ul aria-label={t("differences")} className="mt-3 divide-y rounded-sm border bg-background">
          {found.rows.map((row) => (
            <li key={row.path} className="px-3 py-2">
              <p className="font-medium">{texts.get(row.path)?.label}</p>
              <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-2">
                <Side label={t("theirs")} value={row.theirs} other={row.yours} text={texts.get(row.path)} />
                {row.untouched ? (
                  <div className="min-w-0">
                    <dt className="text-fg-3 text-xs">{t("yours")}</dt>
                    <dd className="text-fg-3">{t("untouched")}</dd>
                  </div>
                ) : (
                  <Side label={t("yours")} value={row.yours} other={row.theirs} text={texts.get(row.path)} />
                )}
              </dl>
            </li>
          ))}
        </ul>
      )}
      {found.unnamed > 0 && <p className="mt-2 text-fg-2">{t("unnamed", { count: found.unnamed })}</p>}
      {found.rows.length + found.unnamed === 0 && <p className="mt-2 text-fg-2">{t("elsewhere")}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {/* The form's own save button is the primary one. */}
        <Button
          loading={isSaving}
          onClick={() => {
            stale.keep();
            onSave();
          }}
        >
          {t("keep")}
        </Button>
        <Button disabled={isSaving} onClick={stale.takeTheirs}>
          {t("take")}
        </Button>
      </div>
    </section>
  );
}

interface SideProps {
  label: string;
  value: unknown;
  other: unknown;
  text: NamedField | undefined;
}

/** One person's value of a field. Of a list only what the other's lacks. */
function Side({ label, value, other, text }: SideProps) {
  const t = useTranslations("common.stale");
  const format = useFormatter();
  const shown = (one: unknown): string => {
    if (typeof one === "boolean") return t(one ? "on" : "off");
    if (one === undefined || one === null || one === "") return t("empty");
    if (text?.show) return text.show(one) || t("empty");
    return typeof one === "number" ? format.number(one) : String(one);
  };
  const words = () => {
    if (typeof value === "string" && typeof other === "string" && !text?.show) {
      return value === "" ? t("empty") : excerptOf(value, other);
    }
    if (!Array.isArray(value)) return isObject(value) ? t("changed") : shown(value);
    const lacking = new Set((Array.isArray(other) ? other : []).map((one) => JSON.stringify(one)));
    const own = value.filter((one) => !lacking.has(JSON.stringify(one)));
    if (own.some(isObject)) return t("changed");
    return own.length === 0 ? t("nothingMore") : own.map((one) => `+ ${shown(one)}`).join("\n");
  };
  return (
    <div className="min-w-0">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="max-h-40 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">{words()}</dd>
    </div>
  );
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
