/** A file with the folder it lay in, below what was dropped or chosen; empty: none. */
export interface PlacedFile {
  file: File;
  folder: string;
}

const parentOf = (path: string) => path.split("/").filter(Boolean).slice(0, -1).join("/");

/** Files of a chooser; of one that chooses folders each with its path. */
export const placed = (files: Iterable<File>): PlacedFile[] =>
  [...files].map((file) => ({ file, folder: parentOf(file.webkitRelativePath) }));

/** What was dropped, folders with all that lies in them; null when there is no folder among it. Asked for at once. */
export function droppedFolders(transfer: DataTransfer): Promise<PlacedFile[]> | null {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some(({ isDirectory }) => isDirectory)) return null;
  return readEntries(entries);
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<PlacedFile[]> {
  const files: PlacedFile[] = [];
  for (const entry of entries) {
    // What the system itself leaves in folders is nobody's document.
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory) files.push(...(await readEntries(await listed(entry as FileSystemDirectoryEntry))));
    else {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      files.push({ file, folder: parentOf(entry.fullPath) });
    }
  }
  return files;
}

/** A reader gives at most a hundred at a time, and none at the end. */
async function listed(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
