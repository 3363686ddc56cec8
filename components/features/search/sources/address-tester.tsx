"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "@/components/ui/input";
import { type AddressVerdict, domainsOf, judgeAddress, readDomains } from "@/lib/web/domains";

const TRIED_MAX = 3;
const ADDRESS_MAX = 2000;

/** Judges addresses by the list as it is typed, the way the server does at every hop (spec C2). */
export function AddressTester({ lines }: { lines: string }) {
  const t = useTranslations("search-sources.test");
  const [address, setAddress] = useState("");
  const [tried, setTried] = useState<readonly string[]>([]);
  const domains = domainsOf(readDomains(lines));
  const verdict = address.trim() === "" ? null : judgeAddress(address, domains);
  const keep = () => {
    const text = address.trim();
    if (text === "") return;
    setTried((known) => [text, ...known.filter((one) => one !== text)].slice(0, TRIED_MAX));
  };
  return (
    <section className="rounded-md border bg-subtle p-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-semibold text-sm">{t("title")}</h3>
        <p className="text-fg-3 text-xs">{t("hint")}</p>
      </div>
      <div className="relative mt-2">
        <Input
          aria-label={t("label")}
          placeholder={t("placeholder")}
          value={address}
          maxLength={ADDRESS_MAX}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="pr-32 font-mono"
          onChange={(event) => setAddress(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it is not meant.
            event.preventDefault();
            keep();
          }}
        />
        {verdict && (
          <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-xs">
            <Mark isMatch={verdict.kind === "match"} word={t(verdict.kind === "match" ? "match" : "noMatch")} />
          </span>
        )}
      </div>
      {verdict && (
        <p className="mt-1.5 text-fg-3 text-xs" aria-live="polite">
          <Reason verdict={verdict} domains={domains} />
        </p>
      )}
      {tried.length > 0 && (
        <>
          <h4 className="mt-3 text-fg-3 text-xs">{t("recent")}</h4>
          <ul className="mt-1.5 space-y-2">
            {tried.map((one) => {
              const judged = judgeAddress(one, domains);
              return (
                <li key={one} className="flex gap-2">
                  <Mark isMatch={judged.kind === "match"} />
                  <div className="min-w-0">
                    <div className="break-all font-mono text-xs">{one}</div>
                    <div className="text-fg-3 text-xs">
                      <Reason verdict={judged} domains={domains} />
                    </div>
                  </div>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}

function Mark({ isMatch, word }: { isMatch: boolean; word?: string }) {
  const Icon = isMatch ? Check : X;
  return (
    <span className={`inline-flex items-center gap-1 ${isMatch ? "text-success-ink" : "text-danger-ink"}`}>
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {word}
    </span>
  );
}

function Reason({ verdict, domains }: { verdict: AddressVerdict; domains: readonly string[] }) {
  const t = useTranslations("search-sources.test");
  switch (verdict.kind) {
    case "match": {
      const place = { line: verdict.index + 1, domain: domains[verdict.index]?.replace(/^=/, "") ?? "" };
      return t(verdict.isBelow ? "below" : "same", place);
    }
    case "outside":
      return t("outside", { host: verdict.host });
    case "lookAlike":
      return t("lookAlike", { host: verdict.host });
    case "leaves":
      return t("leaves", { host: verdict.to });
    default:
      return t("invalid");
  }
}
