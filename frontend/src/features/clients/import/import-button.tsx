import { Button } from 'antd';
import { useState } from 'react';
import { chunkQuery, useChunk } from '../../../lib/chunk';
import { UploadIcon } from '../../../ui/icons';

// Loaded on demand, because nothing else needs the parser of CSV.
const dialogQuery = chunkQuery('client-import', async () => (await import('./import-dialog')).ImportDialog);

/** Opens the import of clients. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  const [ImportDialog, needDialog] = useChunk(dialogQuery);
  const open = () => {
    needDialog();
    setOpen(true);
  };
  return (
    <>
      <Button icon={<UploadIcon />} onClick={open}>
        Import
      </Button>
      {isOpen && ImportDialog && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
