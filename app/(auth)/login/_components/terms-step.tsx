"use client";

import { Download, Printer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useState } from "react";
import { DocumentText } from "@/components/common/document-text";
import { PrintLayer } from "@/components/common/print-layer";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/lib/client/api-client";
import { leaveLogin } from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { saveText } from "@/lib/client/save-file";
import type { OwnTerms } from "@/lib/features/terms/dto";
import { productLocale } from "@/lib/i18n/locales";

interface TermsStepProps {
  onDone: () => void;
  onLeave: () => void;
}

/** New terms of use, over the whole screen: read, agree, go on (spec N13). */
export function TermsStep({ onDone, onLeave }: TermsStepProps) {
  const t = useTranslations("auth.terms");
  const c = useTranslations("common.action");
  const moments = useMoments();
  const language = productLocale(useLocale());
  const boxId = useId();
  const [terms, setTerms] = useState<OwnTerms | null>(null);
  const [failed, setFailed] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [refused, setRefused] = useState(false);
  const [loading, setLoading] = useState(false);

  const load = () => {
    setFailed(false);
    api
      .get("/admin/user/terms")
      .then((found) => (found && !found.accepted ? setTerms(found) : onDone()))
      .catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, and anew in another language
  useEffect(load, [language]);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(!agreed);
    if (!agreed || !terms || loading) return;
    setLoading(true);
    try {
      await api.post("/admin/user/terms", { versionId: terms.id, language });
      onDone();
    } catch (error) {
      reportFailure(error);
      setLoading(false);
      setAgreed(false);
      load(); // published anew while it was being read
    }
  };

  return (
    <section
      aria-labelledby={`${boxId}-title`}
      className="fixed inset-0 z-(--z-drawer) flex flex-col bg-background"
      data-pending="terms"
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-6">
        <div className="mx-auto max-w-(--w-reading) pb-10 pt-12">
          <h1 id={`${boxId}-title`} className="text-3xl font-semibold">
            {t("title")}
          </h1>
          {terms && (
            <>
              <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-base text-fg-3">
                <p className="min-w-0 flex-1 basis-80">
                  {t("subtitle", {
                    version: terms.version,
                    date: moments.day(terms.publishedAt),
                  })}
                </p>
                <span className="flex gap-1">
                  <Button variant="ghost" size="sm" icon={Printer} onClick={() => window.print()}>
                    {t("print")}
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={Download}
                    onClick={() => saveText(terms.markdown, `${t("fileName", { version: terms.version })}.md`)}
                  >
                    {t("download")}
                  </Button>
                </span>
              </div>
              {terms.note && (
                <div className="mt-6 rounded-md border bg-subtle px-4 py-3">
                  <h2 className="text-sm font-semibold">{t("changed")}</h2>
                  <p className="mt-1 whitespace-pre-wrap text-base text-fg-2">{terms.note}</p>
                </div>
              )}
              <DocumentText markdown={terms.markdown} className="mt-6" />
              <PrintLayer>
                <h1>{t("title")}</h1>
                <DocumentText markdown={terms.markdown} />
              </PrintLayer>
            </>
          )}
          {!terms && !failed && (
            <div role="status" aria-label={t("title")} className="mt-8 space-y-3">
              {["w-1/3", "w-full", "w-11/12", "w-10/12", "w-2/3"].map((width) => (
                <Skeleton key={width} className={width} />
              ))}
            </div>
          )}
          {failed && (
            <div role="alert" className="mt-8 flex items-center gap-4 text-base text-fg-2">
              {t("failed")}
              <Button onClick={load}>{c("retry")}</Button>
            </div>
          )}
        </div>
      </div>
      <form
        noValidate
        onSubmit={handleSubmit}
        className="shrink-0 border-t px-6 py-4 pb-[calc(16px+env(safe-area-inset-bottom))]"
      >
        <div className="mx-auto flex max-w-(--w-reading) flex-wrap items-center gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <label htmlFor={boxId} className="flex items-center gap-2 text-base">
              <Checkbox
                id={boxId}
                checked={agreed}
                disabled={!terms}
                aria-invalid={refused || undefined}
                aria-describedby={refused ? `${boxId}-message` : undefined}
                onCheckedChange={(checked) => {
                  setAgreed(checked === true);
                  setRefused(false);
                }}
              />
              {t("agree")}
            </label>
            {refused && (
              <p id={`${boxId}-message`} role="alert" className="mt-1 text-xs text-danger-ink">
                {t("mustAgree")}
              </p>
            )}
          </div>
          <Button variant="ghost" onClick={() => leaveLogin().then(onLeave)}>
            {t("logout")}
          </Button>
          <Button type="submit" variant="primary" loading={loading} disabled={!terms}>
            {loading ? t("submitting") : t("submit")}
          </Button>
        </div>
      </form>
    </section>
  );
}
