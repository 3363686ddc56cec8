import { ArrowRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface NoticeProps {
  icon: LucideIcon;
  action?: { label: string; onClick: () => void };
  children: ReactNode;
}

/** A line above a document: what is to be known about what is shown. */
export function Notice({ icon: Icon, action, children }: NoticeProps) {
  return (
    <div className="flex items-center gap-2 bg-warning-soft px-4 py-1.5 text-sm text-warning-ink">
      <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 flex-1">{children}</span>
      {action && (
        <Button variant="ghost" size="sm" icon={ArrowRight} className="text-warning-ink" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
