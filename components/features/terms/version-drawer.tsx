"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { DocumentText } from "@/components/common/document-text";
import { ErrorState } from "@/components/common/error-state";
import { LanguageChoice } from "@/components/common/language-choice";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { PrintLayer } from "@/components/common/print-layer";
import { TextDiff } from "@/components/common/text-diff";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { saveText } from "@/lib/client/save-file";
import { type TermsState, VERSION_TABS, type VersionTab } from "@/lib/features/terms/address";
import type { TermsVersionItem } from "@/lib/features/terms/dto";
import { termsVersionQuery } from "@/lib/features/terms/hooks";
import { type Locale, productLocale } from "@/lib/i18n/locales";

const AcceptanceList = lazy(() => import("./acceptance-list").then((m) => ({ default: m.AcceptanceList })));

interface VersionDrawerProps {
  id: string;
  versions: readonly TermsVersionItem[];
  state: TermsState;
  onChange: (patch: Partial<TermsState>) => void;
  onClose: () => void;
}

/** A published version: its text, what it changed, who accepted it. */
export function VersionDrawer({ id, versions, state, onChange, onClose }: VersionDrawerProps) {
  const t = useTranslations("terms");
  const moments = useMoments();
  const query = useQuery(termsVersionQuery(id));
  const [language, setLanguage] = useState<Locale>(productLocale(useLocale()));
  const { data } = query;
  const previous = versions.find(({ status, version }) => status === "published" && data && version < data.version);
  const markdown = data && (language === "zh_CN" ? data.markdownZh : data.markdownEn);
  const note = data && (language === "zh_CN" ? data.noteZh : data.noteEn);
  const languages = <LanguageChoice label={t("language")} value={language} onChange={setLanguage} />;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        size="large"
        title={data ? t("versionTitle", { version: data.version }) : t("title")}
        meta={data?.publishedAt && moments.minute(data.publishedAt)}
        className="flex flex-col"
      >
        {query.isPending && <PanelSkeleton />}
        {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
        {data && markdown !== undefined && (
          <Tabs
            value={state.tab}
            onValueChange={(tab) => onChange({ tab: tab as VersionTab })}
            className="flex min-h-0 flex-1 flex-col"
          >
            <TabsList className="shrink-0">
              {VERSION_TABS.map((tab) => (
                <TabsTrigger key={tab} value={tab}>
                  {t(`tab.${tab}`)}
                </TabsTrigger>
              ))}
            </TabsList>
            <TabsContent value="text" className="min-h-0 flex-1 overflow-y-auto py-4">
              <div className="mb-4 flex flex-wrap items-center gap-2">
                {languages}
                <span className="ml-auto flex gap-1">
                  <Button size="sm" variant="ghost" icon={Printer} onClick={() => window.print()}>
                    {t("print")}
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={Download}
                    onClick={() => saveText(markdown, `${t("fileName", { version: data.version })}.md`)}
                  >
                    {t("download")}
                  </Button>
                </span>
              </div>
              {note && <p className="mb-4 whitespace-pre-wrap rounded-md border bg-subtle px-4 py-3 text-sm">{note}</p>}
              <DocumentText markdown={markdown} />
              <PrintLayer>
                <h1>{t("versionTitle", { version: data.version })}</h1>
                <DocumentText markdown={markdown} />
              </PrintLayer>
            </TabsContent>
            <TabsContent value="changes" className="min-h-0 flex-1 overflow-y-auto py-4">
              <div className="mb-4">{languages}</div>
              {previous ? (
                <Changes id={previous.id} after={markdown} language={language} />
              ) : (
                <p className="text-base text-fg-3">{t("firstVersion")}</p>
              )}
            </TabsContent>
            <TabsContent value="acceptances" className="flex min-h-0 flex-1 flex-col">
              <LazyBoundary onFailure={() => onChange({ tab: "text" })} fallback={<PanelSkeleton />}>
                <AcceptanceList id={id} keyword={state.keyword} onKeyword={(keyword) => onChange({ keyword })} />
              </LazyBoundary>
            </TabsContent>
          </Tabs>
        )}
      </SheetContent>
    </Sheet>
  );
}

function Changes({ id, after, language }: { id: string; after: string; language: Locale }) {
  const t = useTranslations("terms");
  const { data, isError, refetch } = useQuery(termsVersionQuery(id));
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton />;
  return (
    <>
      <p className="mb-3 text-fg-3 text-sm">{t("comparedWith", { version: data.version })}</p>
      <TextDiff before={language === "zh_CN" ? data.markdownZh : data.markdownEn} after={after} />
    </>
  );
}
