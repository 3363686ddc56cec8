"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { OwnNotice, PromptFacts } from "./prompt-facts";
import { PromptLoader } from "./prompt-loader";
import { PromptMenu } from "./prompt-menu";
import { PromptText } from "./prompt-text";
import { UsePanel } from "./use-panel";
import { useUse } from "./use-use";

const VersionList = lazy(() => import("./version-list").then((module) => ({ default: module.VersionList })));

interface PromptDrawerProps {
  id: string;
  sessionId: string;
  hasDepartment: boolean;
  onOpen: (id: string) => void;
  /** A copy was made: it stands among the own ones. */
  onMine: (id: string) => void;
  onClose: () => void;
}

/** One prompt: its form, its text, and for its owner where it stands and what it was. */
export function PromptDrawer(props: PromptDrawerProps) {
  const t = useTranslations("prompts");
  return (
    <PromptLoader door="own" id={props.id} title={t("title")} onClose={props.onClose}>
      {(prompt, onEdit) => <LoadedPrompt {...props} prompt={prompt} onEdit={onEdit} />}
    </PromptLoader>
  );
}

interface LoadedPromptProps extends PromptDrawerProps {
  prompt: PromptDetail;
  onEdit: () => void;
}

function LoadedPrompt({ prompt, sessionId, hasDepartment, onOpen, onMine, onClose, onEdit }: LoadedPromptProps) {
  const t = useTranslations("prompts");
  const use = useUse(prompt, sessionId);
  const isRole = prompt.type === "role";
  const parts = ["use" as const, ...(isRole ? [] : ["text" as const]), ...(prompt.isOwn ? ["versions" as const] : [])];
  const panel = isRole ? (
    <div className="space-y-3">
      <PromptText content={prompt.content} variables={[]} />
      <p className="text-fg-3 text-xs">{t("use.roleHint")}</p>
    </div>
  ) : (
    <UsePanel prompt={prompt} values={use.values} errors={use.errors} onChange={use.change} />
  );
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={prompt.name}
        meta={t(`type.${prompt.type}`)}
        footer={
          <>
            <CollectButton kind="prompt" refId={prompt.id} size={32} />
            <PromptMenu
              prompt={prompt}
              hasDepartment={hasDepartment}
              onEdit={onEdit}
              onMine={onMine}
              onClose={onClose}
            />
            <Button variant="primary" loading={use.isRunning} onClick={use.run}>
              {t(isRole ? "use.role" : "use.fill")}
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          {prompt.description && <p className="text-fg-2 text-sm">{prompt.description}</p>}
          <OwnNotice prompt={prompt} />
          {isRole && !prompt.isOwn ? (
            panel
          ) : (
            <Tabs defaultValue="use">
              <TabsList aria-label={t("drawer.tabs")} className="mb-4">
                {parts.map((part) => (
                  <TabsTrigger key={part} value={part}>
                    {t(`drawer.${part}`)}
                  </TabsTrigger>
                ))}
              </TabsList>
              <TabsContent value="use">{panel}</TabsContent>
              {!isRole && (
                <TabsContent value="text">
                  <PromptText content={prompt.content} variables={prompt.variables} />
                </TabsContent>
              )}
              {prompt.isOwn && (
                <TabsContent value="versions">
                  <LazyBoundary>
                    <VersionList door="own" prompt={prompt} />
                  </LazyBoundary>
                </TabsContent>
              )}
            </Tabs>
          )}
          <PromptFacts prompt={prompt} onOpen={onOpen} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
