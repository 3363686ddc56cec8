/** A translator of what areas call the actions, things and fields of the log: `log`. */
export interface LogTexts {
  (key: string, args?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** `gateway.key.create` as its key under `log.action`: dots would be levels. */
export const actionKey = (action: string) => action.replaceAll(".", "_");

/** What was done, in words; an action nobody has named is shown as it is. */
export function actionText(action: string, t: LogTexts): string {
  const key = `action.${actionKey(action)}`;
  return t.has(key) ? t(key) : action;
}

/** What it was done to: the kind of thing. */
export function targetText(type: string, t: LogTexts): string {
  return type && t.has(`target.${type}`) ? t(`target.${type}`) : type;
}

/** What people call it; settings have names of ours. */
export function targetNameText(
  { targetType, targetName, targetId }: { targetType: string; targetName: string; targetId: string },
  t: LogTexts,
): string {
  const name = targetName || targetId;
  return targetType === "config" && /^\w+$/.test(name) && t.has(`field.${name}`) ? t(`field.${name}`) : name;
}

/** The area of an action: its first word. */
export const areaOf = (action: string) => action.split(".", 1)[0] ?? "";
