import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";

interface SiblingPagerProps {
  id: string;
  siblingIds: readonly string[];
  /** Says which of how many is shown. */
  label: (at: number, count: number) => string;
  previous: string;
  next: string;
  onShow: (messageId: string) => void;
}

/** Which of the versions of a message is shown; nothing where there is one only. */
export function SiblingPager({ id, siblingIds, label, previous, next, onShow }: SiblingPagerProps) {
  if (siblingIds.length < 2) return null;
  const at = siblingIds.indexOf(id);
  return (
    <fieldset className="flex items-center" aria-label={label(at + 1, siblingIds.length)}>
      <IconButton
        icon={ChevronLeft}
        size={24}
        iconSize={14}
        label={previous}
        disabled={at <= 0}
        onClick={() => onShow(siblingIds[at - 1] ?? id)}
      />
      <span className="tnum text-xs">
        {at + 1} / {siblingIds.length}
      </span>
      <IconButton
        icon={ChevronRight}
        size={24}
        iconSize={14}
        label={next}
        disabled={at >= siblingIds.length - 1}
        onClick={() => onShow(siblingIds[at + 1] ?? id)}
      />
    </fieldset>
  );
}
