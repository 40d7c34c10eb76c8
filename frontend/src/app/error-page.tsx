import { Button, Result } from 'antd';

/** Shown when a page could not be drawn, for instance because a new version replaced its files. */
export function ErrorPage() {
  return (
    <Result
      status="warning"
      title="This page could not be shown"
      subTitle="Reload it. If a new version was just installed, that is all it needs."
      extra={
        <Button type="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    />
  );
}
