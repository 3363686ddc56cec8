"use client";

import { Pencil } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { CategoryDto, PromptDetail } from "@/lib/features/prompts/dto";
import { categoryName } from "../category-icon";
import { PromptFacts } from "../prompt-facts";
import { PromptLoader } from "../prompt-loader";
import { PromptText } from "../prompt-text";
import { StatusBadge } from "../status-badge";
import { VersionList } from "../version-list";
import { ReviewBar } from "./review-bar";
import { useConsoleCommands } from "./use-console-commands";

interface ConsoleDrawerProps {
  id: string;
  categories: readonly CategoryDto[];
  onClose: () => void;
}

/** A prompt as the console sees it: its text, its versions, and the decision when somebody asks to share it. */
export function ConsoleDrawer(props: ConsoleDrawerProps) {
  const t = useTranslations("prompts");
  return (
    <PromptLoader door="console" id={props.id} title={t("console.view")} size="large" onClose={props.onClose}>
      {(prompt, onEdit) => <LoadedPrompt {...props} prompt={prompt} onEdit={onEdit} />}
    </PromptLoader>
  );
}

interface LoadedPromptProps extends ConsoleDrawerProps {
  prompt: PromptDetail;
  onEdit: () => void;
}

function LoadedPrompt({ prompt, categories, onClose, onEdit }: LoadedPromptProps) {
  const t = useTranslations("prompts");
  const locale = useLocale();
  const { enable, remove } = useConsoleCommands(onClose);
  const category = categories.find(({ id }) => id === prompt.categoryId);
  const isPending = prompt.status === "pending";
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        size="large"
        title={prompt.name}
        meta={t(`type.${prompt.type}`)}
        footer={
          isPending ? (
            <ReviewBar prompt={prompt} onDone={onClose} />
          ) : (
            <>
              {prompt.isOrganisation && <Button onClick={() => remove(prompt)}>{t("console.delete")}</Button>}
              <Button onClick={() => enable(prompt)}>
                {t(prompt.isEnabled ? "console.disable" : "console.enable")}
              </Button>
              {prompt.isOrganisation && (
                <Button variant="primary" icon={Pencil} onClick={onEdit}>
                  {t("console.edit")}
                </Button>
              )}
            </>
          )
        }
      >
        <div className="space-y-4">
          <div className="flex flex-wrap items-center gap-1.5">
            <StatusBadge status={prompt.status} />
            <Badge>{t(`visibility.${prompt.visibility}`)}</Badge>
            {category && <Badge>{categoryName(category, locale)}</Badge>}
            {!prompt.isEnabled && <Badge tone="warning">{t("console.disabled")}</Badge>}
          </div>
          {isPending && (
            <p className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink [overflow-wrap:anywhere]">
              {t("console.asks", {
                name: prompt.creator ?? "—",
                circle:
                  prompt.visibility === "department"
                    ? t("console.circleDepartment", { department: prompt.department ?? "—" })
                    : t("console.circleAll"),
              })}
            </p>
          )}
          {prompt.reviewNote && !isPending && (
            <p className="rounded-sm bg-subtle px-3 py-2 text-fg-2 text-sm [overflow-wrap:anywhere]">
              {t("console.rejectNote")}: {prompt.reviewNote}
            </p>
          )}
          {prompt.description && <p className="text-fg-2 text-sm">{prompt.description}</p>}
          {prompt.isOrganisation ? (
            <Tabs defaultValue="text">
              <TabsList aria-label={t("drawer.tabs")} className="mb-4">
                <TabsTrigger value="text">{t("drawer.text")}</TabsTrigger>
                <TabsTrigger value="versions">{t("drawer.versions")}</TabsTrigger>
              </TabsList>
              <TabsContent value="text">
                <PromptText content={prompt.content} variables={prompt.variables} />
              </TabsContent>
              <TabsContent value="versions">
                <VersionList door="console" prompt={prompt} />
              </TabsContent>
            </Tabs>
          ) : (
            <PromptText content={prompt.content} variables={prompt.variables} />
          )}
          {!prompt.isOrganisation && <p className="text-fg-3 text-xs">{t("console.ownerOnly")}</p>}
          <PromptFacts prompt={prompt} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
