"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PanelState } from "@/components/common/query-state";
import { PreviewPanel } from "@/components/features/roles/preview-panel";
import { useRoleTexts } from "@/components/features/roles/use-role-texts";
import { Select } from "@/components/ui/select";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { roleChoicesQuery } from "@/lib/features/roles/hooks";

interface PreviewDrawerProps {
  /** Null shows the first role. */
  roleId: string | null;
  onRole: (id: string) => void;
  onClose: () => void;
}

/** The menu as somebody with one role alone sees it. */
export function PreviewDrawer({ roleId, onRole, onClose }: PreviewDrawerProps) {
  const t = useTranslations("menus.preview");
  const common = useTranslations("common.table");
  const { t: roles, nameOf } = useRoleTexts();
  const query = useQuery(roleChoicesQuery);
  const choices = query.data?.items ?? [];
  const shown = roleId ?? choices[0]?.id;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} size="large">
        {shown ? (
          <div className="-m-5">
            <div className="border-b px-4 py-3 md:px-5">
              <Select
                prefix={roles("preview.role")}
                value={shown}
                onValueChange={onRole}
                options={choices.map((choice) => ({ value: choice.id, label: nameOf(choice) }))}
              />
            </div>
            <PreviewPanel roleId={shown} />
          </div>
        ) : (
          <PanelState query={query} failed={common("failed")} />
        )}
      </SheetContent>
    </Sheet>
  );
}
