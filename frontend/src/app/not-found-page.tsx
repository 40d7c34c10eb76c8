import { Result } from 'antd';
import { Link } from 'react-router-dom';

/** Where unknown paths lead. */
export function NotFoundPage() {
  return (
    <main style={{ display: 'grid', placeContent: 'center', minHeight: '70dvh' }}>
      <title>404 Page Not Found</title>
      <Result
        status="warning"
        title={<h1 style={{ fontSize: 'inherit', margin: 0 }}>404 Page Not Found</h1>}
        subTitle="There is no page at this address."
        extra={<Link to="/">Go to the start page</Link>}
      />
    </main>
  );
}
