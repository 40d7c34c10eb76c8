import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { UploadIcon } from '../../../ui/icons';

// With the parser of CSV, which nothing else needs.
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }));

/** Opens the import of clients. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<UploadIcon />} onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
