"use client";

import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { editedAppQuery } from "@/lib/features/apps/hooks";
import { workbenchHref } from "@/lib/features/apps/paths";
import { AppIcon } from "../app-icon";
import { AppStateMark } from "../workbench/app-state";
import { useUnpublish } from "./use-unpublish";

const Listing = lazy(() => import("./listing").then((module) => ({ default: module.Listing })));
const PublishDialog = lazy(() => import("./publish-dialog").then((module) => ({ default: module.PublishDialog })));

/** Whether an area's tool is in use, whom it is shown to and where it stands: the rest of it is the product's. */
export function ToolScreen({ first }: { first: AppDetailDto }) {
  const t = useTranslations("apps-editor");
  const list = useTranslations("apps-list");
  const { data: app } = useQuery({ ...editedAppQuery(first.id), initialData: first });
  const [isPublishing, setIsPublishing] = useState(false);
  const handleUnpublish = useUnpublish(app.id);
  return (
    <>
      <TopBar
        crumbs={[{ label: list("tabs.workbench"), href: workbenchHref }]}
        title={
          <span className="flex items-center gap-2">
            <AppIcon icon={app.icon} id={app.id} />
            <span className="truncate">{app.name}</span>
            <span className="font-normal text-sm max-lg:hidden">
              <AppStateMark state={app.state} />
            </span>
          </span>
        }
        actions={
          app.version === null ? (
            <Button variant="primary" icon={Rocket} onClick={() => setIsPublishing(true)}>
              {t("publish")}
            </Button>
          ) : (
            <Button onClick={() => void handleUnpublish()}>{t("versions.unpublish.open")}</Button>
          )
        }
      />
      <LazyBoundary fallback={<PanelSkeleton />}>
        <Listing app={app} />
      </LazyBoundary>
      <LazyBoundary onFailure={() => setIsPublishing(false)}>
        {isPublishing && (
          <PublishDialog
            app={app}
            revision={undefined}
            onClose={() => setIsPublishing(false)}
            onPublished={() => setIsPublishing(false)}
          />
        )}
      </LazyBoundary>
    </>
  );
}
